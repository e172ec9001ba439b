import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { X } from '../../../design/icons.ts';
import { IconButton } from './icon.tsx';

interface DrawerProps {
  readonly id: string;
  readonly title: string;
  /** True if it stays open while the page is used. */
  readonly stays?: boolean;
  readonly children: () => ComponentChildren;
}

/**
 * A box over the page. A button with its id as `popoverTarget` opens it; Escape or another drawer
 * closes it.
 */
export const Drawer = ({ id, title, stays = false, children }: DrawerProps) => {
  const [isOpen, setOpen] = useState(false);
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    for (const other of document.querySelectorAll<HTMLElement>('.drawer:popover-open'))
      if (other !== drawer.current) other.hidePopover();
    const pressed = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented) return;
      const hasFocus = drawer.current?.contains(document.activeElement) === true;
      drawer.current?.hidePopover();
      if (hasFocus) document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)?.focus();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [isOpen]);
  return (
    <section
      id={id}
      ref={drawer}
      class="drawer"
      popover={stays ? 'manual' : 'auto'}
      onToggle={({ currentTarget }) => setOpen(currentTarget.matches(':popover-open'))}
      aria-label={title}
    >
      <header>
        <h2>{title}</h2>
        <IconButton of={X} label={`Close ${title}`} popoverTarget={id} popoverTargetAction="hide" />
      </header>
      {isOpen && children()}
    </section>
  );
};

/** Opens or closes a drawer by code. */
export const toggleDrawer = (id: string, open: boolean): void => {
  const drawer = document.getElementById(id);
  if (drawer?.matches(':popover-open') === !open) drawer.togglePopover(open);
};

interface ChoiceRowProps {
  /** The drawer that closes when it is chosen. */
  readonly drawer: string;
  readonly onChoose: () => void;
  /** The action that deletes it, and its label; left out if it cannot be deleted. */
  readonly removal?: { readonly label: string; readonly onRemove: () => void };
  readonly children: ComponentChildren;
}

/** Something to choose in a drawer. */
export const ChoiceRow = ({ drawer, onChoose, removal, children }: ChoiceRowProps) => (
  <li class="row">
    <button
      type="button"
      onClick={() => {
        onChoose();
        toggleDrawer(drawer, false);
      }}
    >
      {children}
    </button>
    {removal !== undefined && (
      <IconButton of={X} label={removal.label} onClick={removal.onRemove} />
    )}
  </li>
);
