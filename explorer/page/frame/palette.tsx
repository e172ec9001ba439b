// Loaded when it is first opened.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Search } from '../widgets/search.tsx';

/** Something that the page can do. */
export interface PageCommand {
  readonly title: string;
  /** What kind of thing it is, or more about it. */
  readonly about: string;
  readonly run: () => void;
}

interface PaletteProps {
  readonly commands: readonly PageCommand[];
  readonly onClose: () => void;
}

const most = 50;

const found = (commands: readonly PageCommand[], text: string): readonly PageCommand[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands
    .filter(({ title, about }) => {
      const all = `${title} ${about}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .slice(0, most);
};

/** Everything that the page can do, to search. Arrows go through it, and Enter runs it. */
export const Palette = ({ commands, onClose }: PaletteProps) => {
  const [text, setText] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);
  const shown = found(commands, text);
  const run = (command: PageCommand | undefined): void => {
    if (command === undefined) return;
    dialog.current?.close();
    // Now, because its event may come after the keys that open the palette again.
    onClose();
    command.run();
  };
  const closed = (): void => {
    if (dialog.current !== null) onClose();
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [...(dialog.current?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
    const { activeElement: focused } = document;
    if (step === undefined || !(focused instanceof HTMLElement)) return;
    event.preventDefault();
    const at = all.indexOf(focused);
    all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
  };
  return (
    <dialog class="palette" aria-label="Commands" ref={dialog} onClose={closed} onKeyDown={move}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(shown[0]);
        }}
      >
        <Search label="Search commands" value={text} onValue={setText} />
      </form>
      <ul class="choose">
        {shown.map((command) => (
          <li key={`${command.title} ${command.about}`}>
            <button type="button" onClick={() => run(command)}>
              <b>{command.title}</b> <small>{command.about}</small>
            </button>
          </li>
        ))}
        {shown.length === 0 && <li class="muted">Nothing matches.</li>}
      </ul>
    </dialog>
  );
};
