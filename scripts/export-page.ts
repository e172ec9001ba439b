import { readFileSync } from 'node:fs';
import { segmentColumns } from '../commands/export/segments.ts';
import { type Column, tables } from '../commands/export/tables.ts';

const head = ['| Column | Type | What it is |', '|---|---|---|'];

const line = ({ name, type, doc, unit }: Column): string =>
  `| \`${name}\` | ${type} | ${doc}${unit === null ? '' : `; ${unit}`} |`;

/** The tables of `docs/export.md`: all exported tables, each with its columns. */
const tablesPart = (): string =>
  tables
    .flatMap(({ name, doc, key, columns }) => [
      `### \`${name}\``,
      '',
      `${doc}. Key: ${key.map((column) => `\`${column}\``).join(', ')}.`,
      '',
      ...head,
      ...columns
        .filter(({ group }) => group === undefined || !group.includes('CONVERSION'))
        .map(line),
      '',
    ])
    .join('\n');

/** `docs/export.md` with its current tables. */
export const exportPage = (): string =>
  readFileSync('docs/export.md', 'utf8')
    .replace(
      /(<!-- segments -->\n).*?(<!-- end of segments -->)/s,
      (_, begin: string, end: string) =>
        `${begin}\n${[...head, ...segmentColumns.map(line)].join('\n')}\n\n${end}`,
    )
    .replace(
      /(<!-- tables -->\n).*?(<!-- end of tables -->)/s,
      (_, begin: string, end: string) => `${begin}\n${tablesPart()}\n${end}`,
    );
