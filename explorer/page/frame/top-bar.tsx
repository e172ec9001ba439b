import type { ComponentChildren } from 'preact';
import {
  BookOpen,
  Bug,
  Clock,
  FlaskConical,
  type IconNode,
  Keyboard,
  ListTree,
  Lock,
  Monitor,
  Moon,
  Search,
  Shapes,
  Star,
  Sun,
  Upload,
  Zap,
} from '../../../design/icons.ts';

import logo from '../../../design/logo.svg';
import { facts } from '../facts.ts';
import { isReadOnly, nameOf, standing, type Who } from '../who/who.ts';
import { Icon, IconButton } from '../widgets/icon.tsx';
import { keyed } from '../widgets/keys.tsx';
import { graphiqlWith } from '../work/links.ts';
import type { Tab } from '../work/work.ts';
import { type DockPanel, docked } from './dock.tsx';
import { type Theme, themes } from './use-theme.ts';

const logoAddress = `data:image/svg+xml,${encodeURIComponent(logo)}`;

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

const ThemeChoice = ({ theme, setTheme }: Pick<TopBarProps, 'theme' | 'setTheme'>) => {
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <IconButton
      of={icons[theme]}
      class="bar"
      label={`Colours: ${theme}; change to ${next}`}
      title={`Colours: ${theme}`}
      onClick={() => setTheme(next)}
    />
  );
};

const dockIcons = { Fields: ListTree, Docs: BookOpen } as const;

/** The badge for an emulator or live keys, and the user whom live keys act for. */
const Mark = ({ who }: Pick<TopBarProps, 'who'>) =>
  facts.emulator === null ? (
    <span class="badge live" title="This gateway uses the real API: changes are real.">
      <Icon of={Zap} /> live keys{who !== null && who.kind !== 'nobody' && ` · ${nameOf(who)}`}
    </span>
  ) : (
    <span class="badge" title="The API behind this gateway is an emulator: all data is invented.">
      <Icon of={FlaskConical} /> emulated
    </span>
  );

interface OpenerProps {
  /** The drawer that it opens, its icon and its name. */
  readonly of: readonly [id: string, icon: IconNode, name: string];
  readonly children?: ComponentChildren;
}

const Opener = ({ of: [id, icon, name], children }: OpenerProps) => (
  <button type="button" class="bar" popoverTarget={id}>
    <Icon of={icon} /> {name}
    {children}
  </button>
);

interface TopBarProps {
  readonly who: Who | null;
  /** The number of agents' plans that wait for the user. */
  readonly waitingPlans: number;
  readonly tab: Tab;
  /** The number of faults in force. */
  readonly faults: number;
  readonly dock: DockPanel | null;
  readonly showDock: (dock: DockPanel | null) => void;
  readonly setPaletteOpen: (isOpen: boolean) => void;
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
  /** The editor of the operation. */
  readonly view: { readonly current: { focus: () => void } | null };
}

export const TopBar = ({ who, tab, faults, dock, ...app }: TopBarProps) => (
  <header class={facts.emulator === null ? 'top live' : 'top'}>
    <button type="button" class="second skip" onClick={() => app.view.current?.focus()}>
      Skip to the operation
    </button>
    <h1>
      <img src={logoAddress} alt="" /> ads-graph
    </h1>
    <Mark who={who} />
    <nav class="actions" aria-label="Tools">
      <button type="button" class="bar" title={keyed('K')} onClick={() => app.setPaletteOpen(true)}>
        <Icon of={Search} /> Commands
      </button>
      <hr />
      <Opener of={['examples', Shapes, 'Examples']} />
      <Opener of={['saved', Star, 'Saved']} />
      <Opener of={['history', Clock, 'History']} />
      <hr />
      {docked.map((name) => (
        <button
          type="button"
          class="bar"
          key={name}
          aria-pressed={dock === name}
          onClick={() => app.showDock(dock === name ? null : name)}
        >
          <Icon of={dockIcons[name]} /> {name}
        </button>
      ))}
      <hr />
      <Opener of={['upload', Upload, 'Upload']} />
      {facts.emulator !== null && (
        <Opener of={['faults', Bug, 'Faults']}>
          {faults > 0 && (
            <span class="count standing" title="Calls fail while these faults are active">
              {faults}
            </span>
          )}
        </Opener>
      )}
      {facts.agents && (
        <a class="bar" href="agents" title="Agents’ plans to approve or decline">
          Agents
          {app.waitingPlans > 0 && (
            <span class="count" title="Plans waiting for your decision">
              {app.waitingPlans}
            </span>
          )}
        </a>
      )}
      {facts.graphiql && (
        <a class="bar" href={graphiqlWith(tab)} title="This operation in GraphiQL">
          GraphiQL
        </a>
      )}
    </nav>
    <IconButton
      of={Keyboard}
      class="bar"
      popoverTarget="keys"
      label="Keyboard shortcuts"
      title="Keyboard shortcuts (?)"
    />
    <ThemeChoice {...app} />
    <button type="button" class="bar who" popoverTarget="who">
      <span class={`dot ${who?.kind ?? 'unknown'}`} aria-hidden="true" />
      {who === null ? '…' : standing(who)}
      {isReadOnly(who) && (
        <span class="badge">
          <Icon of={Lock} /> read only
        </span>
      )}
    </button>
  </header>
);
