import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { ChevronDown } from '../../../design/icons.ts';
import { Icon } from './icon.tsx';

interface PopupProps {
  /** The content of the button that opens it. */
  readonly title: ComponentChildren;
  /** The name of the button, if that is not its content. */
  readonly label?: string;
  readonly class: string;
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button with a box below it. Escape or a click elsewhere closes the box. */
export const Popup = ({ title, label, class: kind, children }: PopupProps) => {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const place = (): void => {
    const below = button.current?.getBoundingClientRect();
    if (below === undefined || box.current === null) return;
    box.current.style.top = `${below.bottom + 4}px`;
    box.current.style.right = `${document.documentElement.clientWidth - below.right}px`;
  };
  return (
    <>
      <button type="button" class={kind} ref={button} popoverTarget={id} aria-label={label}>
        {title}
        <Icon of={ChevronDown} />
      </button>
      <div id={id} ref={box} class="menu" popover="auto" onBeforeToggle={place}>
        {children(() => box.current?.hidePopover())}
      </div>
    </>
  );
};

interface MenuProps extends Omit<PopupProps, 'class' | 'children'> {
  /** A name, and more about it. */
  readonly items: readonly (readonly [name: string, about: string])[];
  readonly onChoose: (at: number) => void;
}

/** A button with a list to choose from. */
export const Menu = ({ items, onChoose, ...props }: MenuProps) => (
  <Popup {...props} class="quiet">
    {(close) => (
      <ul class="choose">
        {items.map(([name, about], at) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                close();
                onChoose(at);
              }}
            >
              <b>{name}</b> <small>{about}</small>
            </button>
          </li>
        ))}
      </ul>
    )}
  </Popup>
);
