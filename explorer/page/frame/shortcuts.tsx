import { isMac, Keys } from '../widgets/keys.tsx';
import { Terms } from '../widgets/terms.tsx';

const keys = [
  [
    'Page',
    [
      ['Mod Enter', 'Run the operation at the cursor'],
      ['Mod K', 'Open the commands'],
      ['F2', 'Rename the open tab'],
      ['Alt Shift PageUp/PageDown', 'Move the open tab'],
      ['Alt Shift T', 'Reopen the last closed tab'],
      ['Esc', 'Close the open panel'],
      ['←/→ ↑/↓', 'Move the focused divider'],
      ['?', 'Show these shortcuts'],
    ],
  ],
  [
    'Operation',
    [
      ['Ctrl Space', 'Show suggestions'],
      ['Alt Enter', 'Open the name at the cursor in the docs'],
      ['Mod Click', 'Open the name in the docs'],
      ['Mod /', 'Comment or uncomment lines'],
      ['Alt ↑/↓', 'Move a line'],
    ],
  ],
  [
    'Any editor',
    [
      ['Mod F', 'Find'],
      ['Mod Alt G', 'Go to a line'],
      ['Mod Z', 'Undo'],
      [isMac ? 'Mod Shift Z' : 'Ctrl Y', 'Redo'],
      [isMac ? 'Mod Alt [/]' : 'Ctrl Shift [/]', 'Fold or unfold'],
      ['F8', 'Go to the next problem'],
      ['Tab', 'Leave the editor'],
    ],
  ],
  [
    'Response',
    [
      ['Alt ↑/↓', 'Go to the previous or next link'],
      ['Enter', 'Open an id, or the next page of a list'],
    ],
  ],
] as const;

/** The keyboard shortcuts of the page. Loaded when they are first shown. */
export const Shortcuts = () => (
  <>
    {keys.map(([title, of]) => (
      <section key={title}>
        <h3>{title}</h3>
        <Terms of={of.map(([key, meaning]) => [<Keys key={key} of={key} />, meaning])} />
      </section>
    ))}
  </>
);
