import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from './icons.ts';

interface Props {
  /** How the rows are ordered by this column; undefined where they are not. */
  readonly sort: 'ascending' | 'descending' | undefined;
  readonly onSort: () => void;
  readonly isFigure: boolean;
  readonly children: ReactNode;
}

const icons = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown } as const;

/** The head of a column by which rows are ordered once it is pressed. */
export const SortHeader = ({ sort, onSort, isFigure, children }: Props) => (
  <th scope="col" aria-sort={sort} className={isFigure ? 'figure' : undefined}>
    <button type="button" className="sort" onClick={onSort}>
      {children}
      <Icon of={icons[sort ?? 'none']} />
    </button>
  </th>
);
