import { useEffect, useRef } from 'preact/hooks';
import { Plus, RotateCcw, X } from '../../../design/icons.ts';
import { Icon } from '../widgets/icon.tsx';
import { titleOf, type Work } from '../work/work.ts';

interface TabsProps {
  readonly work: Work;
  readonly onOpen: (id: string) => void;
  readonly onAdd: () => void;
  readonly onClose: (id: string) => void;
  readonly onReopen: () => void;
}

/** Scrolls the strip of tabs until the open one is in view; the page and its focus stay. */
const showOpenTab = (strip: HTMLElement): void => {
  const open = strip.querySelector('.open')?.getBoundingClientRect();
  if (open === undefined) return;
  const { left, right } = strip.getBoundingClientRect();
  const before = Math.min(0, open.left - left);
  strip.scrollLeft += before < 0 ? before : Math.max(0, open.right - right);
};

/** The tabs, which scroll if there are many. */
export const Tabs = ({ work, onOpen, onAdd, onClose, onReopen }: TabsProps) => {
  const { tabs, openId, closed = [] } = work;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (list.current !== null) showOpenTab(list.current);
  }, [openId]);
  const last = closed.at(-1);
  return (
    <nav class="tabs" aria-label="Operations">
      <ul ref={list}>
        {tabs.map((tab) => (
          <li key={tab.id} class={tab.id === openId ? 'open' : ''}>
            <button
              type="button"
              class="title"
              aria-current={tab.id === openId}
              onClick={() => onOpen(tab.id)}
            >
              {titleOf(tab)}
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={`Close ${titleOf(tab)}`}
              onClick={() => onClose(tab.id)}
            >
              <Icon of={X} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="quiet add" aria-label="New tab" onClick={onAdd}>
        <Icon of={Plus} />
      </button>
      {last !== undefined && (
        <button
          type="button"
          class="quiet"
          aria-label={`Reopen ${titleOf(last)}`}
          title={`Reopen ${titleOf(last)} (Alt, Shift, T)`}
          onClick={onReopen}
        >
          <Icon of={RotateCcw} />
        </button>
      )}
    </nav>
  );
};
