import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { ChevronDown } from '../../../design/icons.ts';
import { Icon } from './icon.tsx';

interface MenuProps {
  /** What the button says, which opens the menu. */
  readonly title: ComponentChildren;
  readonly label: string;
  /** A name, and more about it. */
  readonly items: readonly (readonly [name: string, about: string])[];
  readonly onChoose: (at: number) => void;
}

/** A button with a list to choose from below it. Escape or a click elsewhere closes the list. */
export const Menu = ({ title, label, items, onChoose }: MenuProps) => {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const place = (): void => {
    const below = button.current?.getBoundingClientRect();
    if (below === undefined || list.current === null) return;
    list.current.style.top = `${below.bottom + 4}px`;
    list.current.style.right = `${document.documentElement.clientWidth - below.right}px`;
  };
  return (
    <>
      <button type="button" class="quiet" ref={button} popoverTarget={id} aria-label={label}>
        {title}
        <Icon of={ChevronDown} />
      </button>
      <ul id={id} ref={list} class="menu choose" popover="auto" onBeforeToggle={place}>
        {items.map(([name, about], at) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                list.current?.hidePopover();
                onChoose(at);
              }}
            >
              <b>{name}</b> <small>{about}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
