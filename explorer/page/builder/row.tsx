import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ChevronDown, ChevronRight } from '../../../design/icons.ts';
import { Icon } from '../widgets/icon.tsx';

interface RowProps {
  /** As it is written: `campaigns`, or with a colon for what takes a value. */
  readonly name: string;
  readonly isChecked: boolean;
  /** Whether it must stay checked. */
  readonly isFixed?: boolean;
  readonly onToggle: () => void;
  readonly type: string;
  readonly onDocs: () => void;
  /** What stands in place of the type. */
  readonly value?: ComponentChildren;
  /** What is in it; null if nothing can be. */
  readonly below: (() => ComponentChildren) | null;
}

/** A row of the tree, which is open to begin with if it is checked. */
export const Row = ({
  name,
  isChecked,
  isFixed = false,
  onToggle,
  type,
  onDocs,
  value,
  below,
}: RowProps) => {
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
            disabled={isFixed}
            onChange={() => {
              onToggle();
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
            onClick={onDocs}
          >
            {type}
          </button>
        )}
      </div>
      {isOpen && below?.()}
    </li>
  );
};
