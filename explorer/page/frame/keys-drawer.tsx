import { Drawer } from '../widgets/drawer.tsx';

const keys = [
  [
    'In the operation',
    [
      ['Ctrl or ⌘, Enter', 'Run the operation around the cursor'],
      ['Ctrl, Space', 'Suggest what can stand here'],
      ['Alt, Enter', 'Show the name at the cursor in the docs'],
      ['Ctrl or ⌘, click', 'Show the name in the docs'],
      ['Ctrl or ⌘, /', 'Make lines comments, or not'],
      ['Alt, ↑ or ↓', 'Move a line'],
    ],
  ],
  [
    'In every editor',
    [
      ['Ctrl or ⌘, F', 'Search; with Alt and G go to a line'],
      ['Ctrl or ⌘, Z', 'Undo; with Shift redo'],
      ['Ctrl, Shift, [ or ]', 'Fold and unfold (⌘, Alt on a Mac)'],
      ['F8', 'Go to the next mistake'],
      ['Tab', 'Leave the editor for the next control'],
    ],
  ],
  [
    'In the answer',
    [
      ['Alt, ↑ or ↓', 'Go to the id or cursor before or after'],
      ['Enter', 'Open the row of an id, or the next page of a list'],
    ],
  ],
  [
    'On the page',
    [
      ['Ctrl or ⌘, K', 'Search everything that the page can do'],
      ['F2', 'Name the open tab'],
      ['Alt, Shift, PageUp or PageDown', 'Move the open tab'],
      ['Alt, Shift, T', 'Reopen the tab that was closed last'],
      ['Escape', 'Close a drawer'],
      ['← → or ↑ ↓', 'Move a border that has the focus'],
      ['?', 'Show these keys, outside of editors'],
    ],
  ],
] as const;

/** The keys of the page. */
export const KeysDrawer = () => (
  <Drawer id="keys" title="Keys">
    {() =>
      keys.map(([title, of]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {of.map(([key, meaning]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))
    }
  </Drawer>
);
