import { useEffect, useRef, useState } from 'preact/hooks';
import { Plus, RotateCcw, X } from '../../../design/icons.ts';
import { IconButton } from '../widgets/icon.tsx';
import { type Tab, titleOf, type Work } from '../work/work.ts';

interface TabsProps {
  readonly work: Work;
  /** True if the open tab is being named. */
  readonly isNaming: boolean;
  readonly setNaming: (isNaming: boolean) => void;
  /** Names the open tab; an empty name removes its name. */
  readonly onName: (name: string) => void;
  /** Moves a tab to a place, counted from 0. */
  readonly move: (id: string, to: number) => void;
  readonly onOpen: (id: string) => void;
  readonly add: () => void;
  readonly close: (id: string) => void;
  readonly reopen: () => void;
}

/** Scrolls the strip of tabs until the open one is in view; the page and its focus stay. */
const showOpenTab = (strip: HTMLElement): void => {
  const open = strip.querySelector('.open')?.getBoundingClientRect();
  if (open === undefined) return;
  const { left, right } = strip.getBoundingClientRect();
  const before = Math.min(0, open.left - left);
  strip.scrollLeft += before < 0 ? before : Math.max(0, open.right - right);
};

/** The tabs, which scroll if there are many, and can be dragged. */
export const Tabs = (props: TabsProps) => {
  const { work, isNaming, move, add, reopen } = props;
  const { tabs, openId, closed = [] } = work;
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  useEffect(() => {
    if (list.current !== null) showOpenTab(list.current);
  }, [openId, tabs]);
  const wasNaming = useRef(false);
  useEffect(() => {
    const isLeft = wasNaming.current && !isNaming && document.activeElement === document.body;
    if (isLeft) list.current?.querySelector<HTMLElement>('.open .title')?.focus();
    wasNaming.current = isNaming;
  }, [isNaming]);
  const last = closed.at(-1);
  return (
    <nav class="tabs" aria-label="Operations">
      <ul ref={list}>
        {tabs.map((tab, at) => (
          <li
            key={tab.id}
            class={tab.id === openId ? 'open' : ''}
            draggable
            onDragStart={() => setDragged(tab.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, at);
            }}
          >
            <Title {...props} tab={tab} />
          </li>
        ))}
      </ul>
      <IconButton of={Plus} label="New tab" class="quiet add" onClick={add} />
      {last !== undefined && (
        <IconButton
          of={RotateCcw}
          label={`Reopen ${titleOf(last)}`}
          title={`Reopen ${titleOf(last)} (Alt+Shift+T)`}
          onClick={reopen}
        />
      )}
    </nav>
  );
};

type TitleProps = TabsProps & { readonly tab: Tab };

const Title = ({ tab, work, isNaming, setNaming, onName, onOpen, close }: TitleProps) => {
  const isOpen = tab.id === work.openId;
  if (isOpen && isNaming)
    return (
      <NameInput
        name={titleOf(tab)}
        onEnd={(name) => {
          if (name !== null && name !== titleOf(tab)) onName(name);
          setNaming(false);
        }}
      />
    );
  return (
    <>
      <button
        type="button"
        class="title"
        aria-current={isOpen}
        title="Double-click or F2 to rename, drag to move"
        onClick={() => onOpen(tab.id)}
        onDblClick={() => setNaming(true)}
      >
        {titleOf(tab)}
      </button>
      <IconButton of={X} label={`Close ${titleOf(tab)}`} onClick={() => close(tab.id)} />
    </>
  );
};

interface NameInputProps {
  readonly name: string;
  /** Called with null if the name stays as it was. */
  readonly onEnd: (name: string | null) => void;
}

const NameInput = ({ name, onEnd }: NameInputProps) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  // A browser may report a blur when an input is removed.
  const hasEnded = useRef(false);
  const end = (text: string | null): void => {
    if (!hasEnded.current) onEnd(text);
    hasEnded.current = true;
  };
  return (
    <input
      type="text"
      ref={input}
      aria-label="Tab name"
      maxLength={60}
      defaultValue={name}
      onBlur={({ currentTarget }) => end(currentTarget.value.trim())}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur();
        if (key === 'Escape') end(null);
      }}
    />
  );
};
