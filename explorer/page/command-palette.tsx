// Loaded when the palette is first opened.
import { copyForms } from './copy/use-copy.ts';
import { facts } from './facts.ts';
import { type PageCommand, Palette } from './frame/palette.tsx';
import { prettify } from './operation/prettify.ts';
import type { AppState } from './use-app.ts';
import { toggleDrawer } from './widgets/drawer.tsx';
import { examples } from './work/examples.ts';
import { graphiqlWith } from './work/links.ts';
import { titleOf } from './work/work.ts';

/** What people look for first, as the examples name it. */
const first = ['launchCampaign', 'copyCampaign', 'stats', 'where', '@defer'];

const placeOf = (about: string): number => {
  const place = first.findIndex((name) => about.includes(name));
  return place < 0 ? first.length : place;
};

const drawers = [
  ['examples', 'Examples'],
  ['history', 'History'],
  ['saved', 'Saved operations'],
  ['upload', 'Upload a file'],
  ['who', 'Who is asking: accounts, sign in, sign out'],
  ['keys', 'Keys'],
  ['agents', 'Agents: where they connect'],
  ['faults', 'Faults of the emulator'],
] as const;

/** All that the page can do: the examples first, then what is done with the open operation. */
const commandsOf = (app: AppState): readonly PageCommand[] => [
  ...examples
    .flatMap(({ of }) => of)
    .toSorted((one, other) => placeOf(one.about) - placeOf(other.about))
    .map(({ title, about, draft }) => ({ title, about, run: () => app.open(draft) })),
  ...operationCommands(app),
  ...frameCommands(app),
];

const operationCommands = ({ tab, view, copying, start }: AppState): readonly PageCommand[] => [
  { title: 'Run', about: 'The operation around the cursor', run: () => void start() },
  {
    title: 'Prettify',
    about: 'Lay out the operation',
    run: () => {
      if (view.current !== null) prettify(view.current).catch(() => undefined);
    },
  },
  ...copyForms.map(([form, about]) => ({
    title: form === 'Link' ? 'Copy link' : `Copy as ${form}`,
    about,
    run: () => void copying.copyAs(form),
  })),
  ...(facts.graphiql
    ? [
        {
          title: 'GraphiQL',
          about: 'This operation in GraphiQL',
          run: () => location.assign(graphiqlWith(tab)),
        },
      ]
    : []),
];

const frameCommands = (app: AppState): readonly PageCommand[] => [
  { title: 'New tab', about: 'An empty operation', run: app.add },
  { title: 'Close tab', about: titleOf(app.tab), run: () => app.close(app.tab.id) },
  { title: 'Name tab', about: `${titleOf(app.tab)}: F2`, run: () => app.setNaming(true) },
  { title: 'Move tab left', about: 'Alt, Shift, PageUp', run: () => app.moveBy(-1) },
  { title: 'Move tab right', about: 'Alt, Shift, PageDown', run: () => app.moveBy(1) },
  { title: 'Reopen tab', about: 'The one that was closed last', run: app.reopen },
  ...app.work.tabs.map((tab) => ({
    title: titleOf(tab),
    about: 'Go to this tab',
    run: () => app.change((current) => ({ ...current, openId: tab.id })),
  })),
  { title: 'Fields', about: 'The tree of fields', run: () => app.showDock('Fields') },
  { title: 'Docs', about: 'Of the schema, to search', run: () => app.showDock('Docs') },
  ...drawers
    .filter(([id]) => id !== 'faults' || facts.emulator !== null)
    .filter(([id]) => id !== 'agents' || facts.agents)
    .map(([id, title]) => ({ title, about: 'Open', run: () => toggleDrawer(id, true) })),
];

interface CommandPaletteProps {
  readonly app: AppState;
  readonly onClose: () => void;
}

/** The palette with all that this page can do now. */
export const CommandPalette = ({ app, onClose }: CommandPaletteProps) => (
  <Palette commands={commandsOf(app)} onClose={onClose} />
);
