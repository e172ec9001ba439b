import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Row } from '../upstream/client/row.ts';

type Values = Readonly<Record<string, unknown>>;
type IsWanted = (row: Row, wanted: unknown) => boolean;

/** The input without local filters, and a function that applies them to the answer. */
interface FilteredLocally {
  readonly input: Values;
  readonly narrow: (rows: readonly Row[]) => readonly Row[];
}

/** The filter that a parameter of reference data stands for; null for any other parameter. */
export const localFilterOf = ({ isReference, params }: Endpoint, name: string): IsWanted | null => {
  const param = params[name];
  if (!isReference || !(param?.kind === 'choice' || param?.kind === 'text')) return null;
  const { kind, matches } = param;
  if (matches === undefined) return null;
  return kind === 'choice'
    ? (row, wanted) => row[matches] === wanted
    : (row, wanted) => lower(row[matches]).startsWith(lower(wanted));
};

const lower = (value: unknown): string => String(value ?? '').toLowerCase();

/** Reference data is read as a whole and filtered here, so that one cached answer serves all filters. */
export const filterLocally = (endpoint: Endpoint, given: Values): FilteredLocally => {
  const chosen = Object.entries(given).flatMap(([name, wanted]) => {
    const isWanted = localFilterOf(endpoint, name);
    return isWanted === null ? [] : [{ name, isWanted: (row: Row) => isWanted(row, wanted) }];
  });
  if (chosen.length === 0) return { input: given, narrow: (rows) => rows };
  const names = new Set(chosen.map(({ name }) => name));
  return {
    input: Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name))),
    narrow: (rows) => rows.filter((row) => chosen.every(({ isWanted }) => isWanted(row))),
  };
};
