import type { Entity } from '../src/upstream/catalogue/language/entity.ts';
import { canonicalId } from '../src/upstream/catalogue/language/identifiers.ts';
import type { Param } from '../src/upstream/catalogue/language/params.ts';
import type { Values } from '../src/upstream/catalogue/language/values.ts';
import { integer } from './json.ts';

/** A row without values: lists are empty, and it is not deleted. */
export const emptyRow = (entity: Entity): Values =>
  Object.fromEntries(
    Object.entries(entity.columns).map(([name, { kind }]) => [
      name,
      name === 'deleted' ? false : kind === 'list' ? [] : null,
    ]),
  );

/**
 * A given value as its column stores it: longs as integers, ids in lower case, a cleared list as an
 * empty one.
 */
export const storedValue = (name: string, column: Param | undefined, value: unknown): unknown => {
  if (value === null) return column?.kind === 'list' ? [] : null;
  if (typeof value !== 'string') return value;
  if (column?.kind === 'long') return integer(value);
  return column?.kind === 'id' ? canonicalId(column.as ?? name, value) : value;
};
