import { useEffect, useState } from 'preact/hooks';
import {
  BookOpen,
  Bug,
  Clock,
  FlaskConical,
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
import { isReadOnly, nameOf, type Who } from '../who/who.ts';
import { Icon } from '../widgets/icon.tsx';
import { graphiqlWith } from '../work/links.ts';
import { keep, read } from '../work/storage.ts';
import type { Tab } from '../work/work.ts';
import { type DockPanel, docked } from './dock.tsx';

const logoAddress = `data:image/svg+xml,${encodeURIComponent(logo)}`;

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

const ThemeChoice = () => {
  const [theme, setTheme] = useState<Theme>(() => read(localStorage, 'theme', isTheme) ?? 'system');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    keep(localStorage, 'theme', theme);
  }, [theme]);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  const icons = { system: Monitor, light: Sun, dark: Moon } as const;
  return (
    <button
      type="button"
      class="bar"
      aria-label={`Colours: ${theme}; change to ${next}`}
      title={`Colours: ${theme}`}
      onClick={() => setTheme(next)}
    >
      <Icon of={icons[theme]} />
    </button>
  );
};

const dockIcons = { Fields: ListTree, Docs: BookOpen } as const;

const EmulatedMark = () => (
  <span class="badge" title="The REST API behind this gateway is emulated: all data is invented.">
    <Icon of={FlaskConical} /> emulated
  </span>
);

/** Says on whose behalf what is sent changes real campaigns. */
const LiveMark = ({ who }: { readonly who: Who | null }) => (
  <span
    class="badge live"
    title="Behind this gateway is not the emulator that comes with it: take changes as real."
  >
    <Icon of={Zap} /> live keys{who !== null && who.kind !== 'nobody' && ` · ${nameOf(who)}`}
  </span>
);

interface TopBarProps {
  readonly who: Who | null;
  readonly tab: Tab;
  /** How many faults are in force. */
  readonly faults: number;
  readonly dock: DockPanel | null;
  readonly onDock: (dock: DockPanel | null) => void;
  readonly onCommands: () => void;
  readonly onSkip: () => void;
}

export const TopBar = ({ who, tab, faults, dock, onDock, onCommands, onSkip }: TopBarProps) => (
  <header class={facts.emulator === null ? 'top live' : 'top'}>
    <button type="button" class="second skip" onClick={onSkip}>
      Skip to the operation
    </button>
    <h1>
      <img src={logoAddress} alt="" /> ads-graph
    </h1>
    {facts.emulator === null ? <LiveMark who={who} /> : <EmulatedMark />}
    <div class="actions">
      <button type="button" class="bar" title="Ctrl or ⌘ and K" onClick={onCommands}>
        <Icon of={Search} /> Commands
      </button>
      <button type="button" class="bar" popoverTarget="examples">
        <Icon of={Shapes} /> Examples
      </button>
      <button type="button" class="bar" popoverTarget="history">
        <Icon of={Clock} /> History
      </button>
      <button type="button" class="bar" popoverTarget="saved">
        <Icon of={Star} /> Saved
      </button>
      {docked.map((name) => (
        <button
          type="button"
          class="bar"
          key={name}
          aria-pressed={dock === name}
          onClick={() => onDock(dock === name ? null : name)}
        >
          <Icon of={dockIcons[name]} /> {name}
        </button>
      ))}
      <button type="button" class="bar" popoverTarget="upload">
        <Icon of={Upload} /> Upload
      </button>
      {facts.emulator !== null && (
        <button type="button" class="bar" popoverTarget="faults">
          <Icon of={Bug} /> Faults
          {faults > 0 && (
            <span class="count standing" title="Faults in force: calls fail until they are over">
              {faults}
            </span>
          )}
        </button>
      )}
      <button type="button" class="bar" popoverTarget="keys" title="The keys of this page (?)">
        <Icon of={Keyboard} /> Keys
      </button>
      {facts.graphiql && (
        <a class="bar" href={graphiqlWith(tab)} title="This operation in GraphiQL">
          GraphiQL
        </a>
      )}
    </div>
    <ThemeChoice />
    <button type="button" class="bar who" popoverTarget="who">
      <span class={`dot ${who?.kind ?? 'unknown'}`} aria-hidden="true" />
      {who === null ? 'Who is asking?' : `As ${nameOf(who)}`}
      {isReadOnly(who) && (
        <span class="badge">
          <Icon of={Lock} /> read only
        </span>
      )}
    </button>
  </header>
);
