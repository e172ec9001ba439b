import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { Kind } from '../../catalogue/language/returns.ts';
import type { Values } from '../request/encode.ts';
import type { RowSource } from '../row.ts';

/** The origin of each row: the endpoint's entity, or where an answer mixes entities the one that the row is told to be. */
export const rowSources = (
  { returns: { kinds } }: Endpoint,
  origin: RowSource,
): ((row: Values) => RowSource) => {
  if (kinds === undefined) return () => origin;
  const tests = kinds.map((kind) => ({
    isOne: testOf(kind),
    origin: { ...origin, entity: kind.of },
  }));
  return (row) => tests.find(({ isOne }) => isOne(row))?.origin ?? origin;
};

const testOf = ({ column, like }: Kind): ((row: Values) => boolean) => {
  const pattern = new RegExp(like ?? '');
  return ({ [column]: value }) =>
    value !== undefined && value !== null && pattern.test(String(value));
};
