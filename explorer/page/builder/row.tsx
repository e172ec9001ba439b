import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ChevronDown, ChevronRight } from '../../../design/icons.ts';
import { Icon } from '../widgets/icon.tsx';

interface RowProps {
  /** The name as written: `campaigns`, or with a colon if it takes a value. */
  readonly name: string;
  readonly isChecked: boolean;
  /** True if it must stay checked. */
  readonly isFixed?: boolean;
  readonly onToggle: () => void;
  readonly type: string;
  readonly onDocs: () => void;
  /** The content shown in place of the type. */
  readonly value?: ComponentChildren;
  /** The rows in it; null if it can have none. */
  readonly below: (() => ComponentChildren) | null;
}

/** A row of the tree, open at first if it is checked. */
export const Row = ({ name, isChecked, type, value, below, ...row }: RowProps) => {
  const [isOpen, setOpen] = useState(isChecked);
  return (
    <li>
      <div class="twig">
        <button
          type="button"
          class="opener"
          aria-expanded={isOpen}
          aria-label={`Inside ${name}`}
          disabled={below === null}
          onClick={() => setOpen(!isOpen)}
        >
          {below !== null && <Icon of={isOpen ? ChevronDown : ChevronRight} />}
        </button>
        <label>
          <input
            type="checkbox"
            checked={isChecked}
            disabled={row.isFixed ?? false}
            onChange={() => {
              row.onToggle();
              if (!isChecked) setOpen(true);
            }}
          />{' '}
          <span>{name}</span>
        </label>
        {value ?? (
          <button
            type="button"
            class="link type"
            aria-label={`${type}: docs of ${name}`}
            onClick={row.onDocs}
          >
            {type}
          </button>
        )}
      </div>
      {isOpen && below?.()}
    </li>
  );
};
