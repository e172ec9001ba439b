import { useEffect, useState } from 'preact/hooks';
import { facts } from './facts.ts';
import { keep, read } from './storage.ts';
import type { Who } from './who.ts';
import { nameOf } from './who.ts';

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
  const signs = { system: '◐', light: '○', dark: '●' } as const;
  return (
    <button
      type="button"
      class="bar"
      aria-label={`Colours: ${theme}; change to ${next}`}
      title={`Colours: ${theme}`}
      onClick={() => setTheme(next)}
    >
      {signs[theme]}
    </button>
  );
};

export const TopBar = ({ who }: { readonly who: Who | null }) => (
  <header class="top">
    <h1>
      ads<span>-</span>graph
    </h1>
    {facts.emulator !== null && (
      <span
        class="badge"
        title="The REST API behind this gateway is emulated: all data is invented."
      >
        emulated
      </span>
    )}
    <div class="actions">
      <button type="button" class="bar" popoverTarget="examples">
        Examples
      </button>
      <button type="button" class="bar" popoverTarget="history">
        History
      </button>
      <button type="button" class="bar" popoverTarget="docs">
        Docs
      </button>
      {facts.emulator !== null && (
        <button type="button" class="bar" popoverTarget="faults">
          Faults
        </button>
      )}
    </div>
    <ThemeChoice />
    <button type="button" class="bar who" popoverTarget="who">
      <span class={`dot ${who?.kind ?? 'unknown'}`} aria-hidden="true" />
      {who === null ? 'Who is asking?' : `As ${nameOf(who)}`}
    </button>
  </header>
);
