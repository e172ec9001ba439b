import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from './icons.ts';

interface Props {
  /** The direction in which this column orders the rows; undefined if it does not. */
  readonly sort: 'ascending' | 'descending' | undefined;
  readonly onSort: () => void;
  readonly isFigure: boolean;
  readonly children: ReactNode;
}

const icons = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown } as const;

/** The header of a column, which orders the rows when it is pressed. */
export const SortHeader = ({ sort, onSort, isFigure, children }: Props) => (
  <th scope="col" aria-sort={sort} className={isFigure ? 'figure' : undefined}>
    <button type="button" className="sort" onClick={onSort}>
      {children}
      <Icon of={icons[sort ?? 'none']} />
    </button>
  </th>
);
