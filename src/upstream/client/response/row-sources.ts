import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { EntityByColumn } from '../../catalogue/language/returns.ts';
import type { Values } from '../../catalogue/language/values.ts';
import type { RowSource } from '../row.ts';

/**
 * The source of each row. If an answer mixes entities, the first kind that matches a row is its
 * entity.
 */
export const rowSources = (
  { returns: { kinds } }: Endpoint,
  source: RowSource,
): ((row: Values) => RowSource) => {
  if (kinds === undefined) return () => source;
  const tests = kinds.map((kind) => ({
    matches: testOf(kind),
    source: { ...source, entity: kind.of },
  }));
  return (row) => tests.find(({ matches }) => matches(row))?.source ?? source;
};

const testOf = ({ column, like }: EntityByColumn): ((row: Values) => boolean) => {
  const pattern = new RegExp(like ?? '');
  return ({ [column]: value }) =>
    value !== undefined && value !== null && pattern.test(String(value));
};
