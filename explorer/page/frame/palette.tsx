// Loaded when it is first opened.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Keys } from '../widgets/keys.tsx';
import { Nothing, Search } from '../widgets/search.tsx';
import { hasWords } from '../words.ts';

/** A command of the page. */
export interface PageCommand {
  readonly title: string;
  /** Its kind, or more about it. */
  readonly about: string;
  /** Its shortcut, as `Keys` writes it. */
  readonly keys?: string;
  /** True if this gateway has it; the default. */
  readonly isOffered?: boolean;
  readonly run: () => void;
}

interface PaletteProps {
  readonly commands: readonly PageCommand[];
  /** More commands for a text, shown after those that match it. */
  readonly moreFor: (text: string) => readonly PageCommand[];
  readonly onClose: () => void;
}

const most = 50;

const found = (commands: readonly PageCommand[], text: string): readonly PageCommand[] =>
  commands.filter(({ title, about }) => hasWords(`${title} ${about}`, text)).slice(0, most);

/**
 * The commands of the page, with a search. The first row is selected on typing; arrows select
 * another, and Enter runs it.
 */
export const Palette = ({ commands, moreFor, onClose }: PaletteProps) => {
  const [text, setText] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);
  const shown = [...found(commands, text), ...moreFor(text)];
  const run = (command: PageCommand | undefined): void => {
    if (command === undefined) return;
    dialog.current?.close();
    // Called here, because its event may come after the keys that open the palette again.
    onClose();
    command.run();
  };
  const closed = (): void => {
    if (dialog.current !== null) onClose();
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [...(dialog.current?.querySelectorAll<HTMLElement>('li button') ?? [])];
    const input = dialog.current?.querySelector('input');
    // A search input would consume the first Escape.
    if (event.key === 'Escape') onClose();
    else if (step !== undefined) {
      const focused = all.find((one) => one.matches(':focus'));
      const at = (focused === undefined ? 0 : all.indexOf(focused)) + step;
      (at <= 0 ? input : all[Math.min(at, all.length - 1)])?.focus();
    } else if (event.key.length === 1) input?.focus();
    if (event.key === 'Escape' || step !== undefined) event.preventDefault();
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
              {command.keys !== undefined && <Keys of={command.keys} />}
              <b>{command.title}</b> <small>{command.about}</small>
            </button>
          </li>
        ))}
        {shown.length === 0 && <Nothing onClear={() => setText('')} />}
      </ul>
    </dialog>
  );
};
