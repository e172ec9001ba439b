import { useMemo, useState } from 'preact/hooks';
import { utf8Mark } from '../../../client/csv.ts';
import { ArrowDown, ArrowUp, ChevronsUpDown } from '../../../design/icons.ts';
import type { AnswerBody } from '../gateway/answer-body.ts';
import { Choice } from '../widgets/choice.tsx';
import { download } from '../widgets/download.tsx';
import { Icon } from '../widgets/icon.tsx';
import { useKeptScroll } from '../widgets/use-kept-scroll.ts';
import { count } from '../words.ts';
import {
  type AnswerList,
  csvOf,
  grouped,
  isFigure,
  type ListRow,
  listsIn,
  richestOf,
  sortedBy,
  wordsOf,
} from './lists.ts';

/** The most rows that are drawn; a file has them all. */
const maxRows = 500;

interface TableProps {
  /** The id under which its scrolling is kept. */
  readonly id: string;
  readonly body: AnswerBody;
  /** The time at which the answer came. */
  readonly readAt: number;
}

interface TableOrder {
  readonly column: string;
  readonly isDescending: boolean;
}

/** A list of the answer as a table that can be sorted by its headers and saved as CSV. */
export const AnswerTable = ({ id, body, readAt }: TableProps) => {
  const lists = useMemo(() => listsIn(body, readAt), [body]);
  const [path, setPath] = useState('');
  const [sorting, setSorting] = useState<TableOrder | null>(null);
  const scroll = useKeptScroll(`${id} table`);
  const list = lists.find((one) => one.path === path) ?? richestOf(lists);
  if (list === undefined) return null;
  const { columns } = list;
  const figures = new Set(columns.filter((column) => isFigure(list.rows, column)));
  const rows =
    sorting === null ? list.rows : sortedBy(list.rows, sorting.column, sorting.isDescending);
  const sortBy = (column: string): void =>
    setSorting({
      column,
      isDescending: sorting?.column === column && !sorting.isDescending,
    });
  const save = () => download(`${list.path}.csv`, utf8Mark + csvOf({ columns, rows }), 'text/csv');
  return (
    <section class="answer-table" aria-label="Table">
      <div class="figure-choices">
        <Choice
          label="List"
          value={list.path}
          options={lists.map((one) => one.path)}
          wordsOf={wordsOf}
          onChoose={setPath}
        />
        <button type="button" class="second" onClick={save}>
          Save as CSV
        </button>
      </div>
      <div class="scrolled" ref={scroll}>
        <table>
          <caption class="visually-hidden">{list.path}</caption>
          <Heads columns={columns} figures={figures} sorting={sorting} onSort={sortBy} />
          <tbody>
            {rows.slice(0, maxRows).map((row, at) => (
              <Row key={at} columns={columns} figures={figures} row={row} />
            ))}
          </tbody>
        </table>
        {rows.some(({ finality }) => finality !== 'final') && (
          <p class="muted">
            “So far” is still growing. “May change” can be corrected for a day after it ends.
          </p>
        )}
        {rows.length > maxRows && (
          <p class="muted">{count(rows.length - maxRows)} more rows are in the CSV file.</p>
        )}
      </div>
    </section>
  );
};

interface RowProps extends Pick<AnswerList, 'columns'> {
  readonly figures: ReadonlySet<string>;
  readonly row: ListRow;
}

const Row = ({ columns, figures, row: { cells, finality } }: RowProps) => (
  <tr class={finality === 'final' ? '' : 'open'}>
    {columns.map((column) => {
      const text = cells[column] ?? '';
      const isNumeric = figures.has(column);
      return (
        <td key={column} class={isNumeric ? 'figure' : ''} title={text}>
          {isNumeric ? grouped(text) : text}
          {finality !== 'final' && timeColumns.has(column) && <small> {finality}</small>}
        </td>
      );
    })}
  </tr>
);

/** The columns with the dates or times of a row's figures. */
const timeColumns = new Set(['date', 'start']);

interface HeadsProps extends Pick<RowProps, 'columns' | 'figures'> {
  readonly sorting: TableOrder | null;
  readonly onSort: (column: string) => void;
}

const Heads = ({ columns, figures, sorting, onSort }: HeadsProps) => (
  <thead>
    <tr>
      {columns.map((column) => {
        const direction = sorting?.isDescending === true ? 'descending' : 'ascending';
        const own = sorting?.column === column ? direction : 'none';
        return (
          <th
            scope="col"
            key={column}
            class={figures.has(column) ? 'figure' : ''}
            aria-sort={own}
            title={column}
          >
            <button type="button" onClick={() => onSort(column)}>
              {wordsOf(column)} <Icon of={signs[own]} />
            </button>
          </th>
        );
      })}
    </tr>
  </thead>
);

const signs = { none: ChevronsUpDown, ascending: ArrowUp, descending: ArrowDown } as const;
