import type { Work } from './work.ts';
import { titleOf } from './work.ts';

interface TabsProps {
  readonly work: Work;
  readonly onOpen: (id: string) => void;
  readonly onAdd: () => void;
  readonly onClose: (id: string) => void;
}

export const Tabs = ({ work: { tabs, openId }, onOpen, onAdd, onClose }: TabsProps) => (
  <nav class="tabs" aria-label="Operations">
    <ul>
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
            ✕
          </button>
        </li>
      ))}
      <li>
        <button type="button" class="quiet" aria-label="New tab" onClick={onAdd}>
          +
        </button>
      </li>
    </ul>
  </nav>
);
