// Loaded when the palette is first opened.
import { copyForms } from './copy/use-copy.ts';
import { docsFor } from './docs/docs-search.ts';
import { facts } from './facts.ts';
import { type PageCommand, Palette } from './frame/palette.tsx';
import { themes } from './frame/use-theme.ts';
import { prettify } from './operation/prettify.ts';
import type { AppState } from './use-app.ts';
import { toggleDrawer } from './widgets/drawer.tsx';
import { examples } from './work/examples.ts';
import { graphiqlWith } from './work/links.ts';
import { titleOf } from './work/work.ts';

/** The topics that come first, as the examples name them. */
const first = ['launchCampaign', 'copyCampaign', 'stats', 'where', '@defer'];

const placeOf = (about: string): number => {
  const place = first.findIndex((name) => about.includes(name));
  return place < 0 ? first.length : place;
};

const drawers = [
  ['examples', 'Examples', 'Operations to start from'],
  ['history', 'History', 'The last runs'],
  ['saved', 'Saved operations', 'Collections in this browser'],
  ['upload', 'Upload a file', 'An image or a video'],
  ['who', 'Account', 'Accounts, sign in, sign out'],
  ['keys', 'Keyboard shortcuts', 'All keys of this page'],
  ['agents', 'Connect an agent', 'Commands for Claude Code, Codex and others'],
  ['faults', 'Faults', 'Make the emulator fail'],
] as const;

/** The commands of the page: the examples first, then the actions for the open operation. */
const commandsOf = (app: AppState): readonly PageCommand[] => [
  ...examples
    .flatMap(({ of }) => of)
    .toSorted((one, other) => placeOf(one.about) - placeOf(other.about))
    .map(({ title, about, draft }) => ({ title, about, run: () => app.open(draft) })),
  ...operationCommands(app),
  ...frameCommands(app),
];

const operationCommands = ({ tab, view, copying, start }: AppState): readonly PageCommand[] => [
  {
    title: 'Run',
    about: 'The operation at the cursor',
    keys: 'Mod Enter',
    run: () => void start(),
  },
  {
    title: 'Prettify',
    about: 'Format the operation',
    run: () => {
      if (view.current !== null) prettify(view.current).catch(() => undefined);
    },
  },
  ...copyForms.map(([form, about]) => ({
    title: form === 'Link' ? 'Copy link' : `Copy as ${form}`,
    about,
    run: () => void copying.copyAs(form),
  })),
  {
    title: 'GraphiQL',
    about: 'This operation in GraphiQL',
    isOffered: facts.graphiql,
    run: () => location.assign(graphiqlWith(tab)),
  },
];

const frameCommands = (app: AppState): readonly PageCommand[] => [
  { title: 'New tab', about: 'An empty operation', run: app.add },
  { title: 'Close tab', about: titleOf(app.tab), run: () => app.close(app.tab.id) },
  { title: 'Rename tab', about: titleOf(app.tab), keys: 'F2', run: () => app.setNaming(true) },
  { title: 'Move tab left', about: '', keys: 'Alt Shift PageUp', run: () => app.moveBy(-1) },
  { title: 'Move tab right', about: '', keys: 'Alt Shift PageDown', run: () => app.moveBy(1) },
  { title: 'Reopen tab', about: 'The last closed one', keys: 'Alt Shift T', run: app.reopen },
  ...app.work.tabs.map((tab) => ({
    title: titleOf(tab),
    about: 'Go to this tab',
    run: () => app.change((current) => ({ ...current, openId: tab.id })),
  })),
  { title: 'Fields', about: 'Pick fields in a tree', run: () => app.showDock('Fields') },
  { title: 'Docs', about: 'Search the schema', run: () => app.showDock('Docs') },
  ...themes.map((theme) => ({
    title: `Theme: ${theme}`,
    about: theme === 'system' ? 'Match the system' : `Colours, ${theme} mode`,
    run: () => app.setTheme(theme),
  })),
  {
    title: 'Agents’ plans',
    about: 'Approve or decline what agents prepare',
    isOffered: facts.agents,
    run: () => location.assign('agents'),
  },
  ...drawers.map(([id, title, about]) => ({
    ...{ title, about, run: () => toggleDrawer(id, true) },
    isOffered: document.getElementById(id) !== null,
  })),
];

interface CommandPaletteProps {
  readonly app: AppState;
  readonly onClose: () => void;
}

/** The palette with the commands that the page has now. */
export const CommandPalette = ({ app, onClose }: CommandPaletteProps) => (
  <Palette
    commands={commandsOf(app).filter(({ isOffered = true }) => isOffered)}
    moreFor={(text) =>
      app.schema === null
        ? []
        : docsFor(app.schema, text).map(({ entry, about }) => ({
            title: entry.field === null ? entry.type : `${entry.type}.${entry.field}`,
            about,
            run: () => app.showInDocs(entry),
          }))
    }
    onClose={onClose}
  />
);
