import type { Endpoint, Kind } from './catalogue/endpoint.ts';
import type { Values } from './encode.ts';
import type { Origin } from './row.ts';

/** The origin of each row: the endpoint's entity, or where an answer mixes entities the one that the row is told to be. */
export const originsOf = (
  { returns: { kinds } }: Endpoint,
  origin: Origin,
): ((row: Values) => Origin) => {
  if (kinds === undefined) return () => origin;
  const byKind = kinds.map((kind) => ({ kind, origin: { ...origin, entity: kind.of } }));
  return (row) => byKind.find(({ kind }) => isKind(kind, row[kind.column]))?.origin ?? origin;
};

const isKind = ({ values }: Kind, value: unknown): boolean =>
  value !== undefined && value !== null && (values?.includes(String(value)) ?? true);
