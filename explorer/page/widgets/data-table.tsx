import type { ComponentChildren } from 'preact';

interface DataTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  /** The cells of each row; the first is the head of its row. */
  readonly children: readonly (readonly ComponentChildren[])[];
}

/** A table with heads for its columns and rows. */
export const DataTable = ({ caption, heads, children }: DataTableProps) => (
  <table>
    <caption>{caption}</caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th scope="col" key={head}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {children.map(([head, ...cells], at) => (
        <tr key={at}>
          <th scope="row">{head}</th>
          {cells.map((cell, column) => (
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
