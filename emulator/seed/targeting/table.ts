import { readFileSync } from 'node:fs';

/** A row of a table: a text for each column. */
type TableRow = Readonly<Record<string, string>>;

/** The rows of `data/NAME.tsv`, whose first line names the columns. */
export const tableOf = (name: string): readonly TableRow[] => {
  const text = readFileSync(new URL(`./data/${name}.tsv`, import.meta.url), 'utf8');
  const [columns = [], ...rows] = text.trimEnd().split('\n').map(cellsOf);
  return rows.map((cells) =>
    Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  );
};

const cellsOf = (line: string): readonly string[] => line.split('\t');
