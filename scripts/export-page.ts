import { readFileSync } from 'node:fs';
import { tables } from '../commands/export/tables.ts';

/** The tables of `docs/export.md`: those that are exported, each with its columns. */
const tablesPart = (): string =>
  tables
    .flatMap(({ name, doc, key, columns }) => [
      `### \`${name}\``,
      '',
      `${doc}. Key: ${key.map((column) => `\`${column}\``).join(', ')}.`,
      '',
      '| Column | Type | What it is |',
      '|---|---|---|',
      ...columns
        .filter(({ group }) => group === undefined || !group.includes('CONVERSION'))
        .map(
          (column) =>
            `| \`${column.name}\` | ${column.type} | ${column.doc}${column.unit === null ? '' : `; ${column.unit}`} |`,
        ),
      '',
    ])
    .join('\n');

/** `docs/export.md` with its tables as they are now. */
export const exportPage = (): string =>
  readFileSync('docs/export.md', 'utf8').replace(
    /(<!-- tables -->\n).*?(<!-- end of tables -->)/s,
    (_, begin: string, end: string) => `${begin}\n${tablesPart()}\n${end}`,
  );
