import type { UnionRef } from '@pothos/core';
import type { KeyedList, KeyOf } from '../../resolvers/reads/link-by-key.ts';
import { linkByColumn, linkByKey, rowsByKey } from '../../resolvers/reads/link-by-key.ts';
import type { RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { camelCase } from '../../upstream/catalogue/names.ts';
import type { Row } from '../../upstream/client/row.ts';
import { fieldsOf } from './args.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { loaded, loadedBy } from './loaded.ts';
import { type EntityRef, entityRef, requireColumns } from './refs.ts';
import { restOf } from './rest.ts';

const keysPerCall = 200;
const sharedCall = { parentsPerCall: keysPerCall, by: 'parent' } as const;

interface KeyedLink extends KeyOf {
  readonly doc: string;
  readonly needs?: readonly string[];
  /** The type of the field, if the list has rows of several entities: their union. */
  readonly type?: EntityRef | UnionRef<SchemaTypes, Row>;
}

/** A link to a row of a keyed list. Without `needs` (columns), the ids of the row are enough. */
export const linkToKeyed = (
  list: KeyedList,
  { doc, needs, type = entityRef(list.endpoint.returns.of), ...keyOf }: KeyedLink,
) => ({
  type,
  description: `${doc}. Up to ${keysPerCall} are read in one call. ${restOf(list.endpoint)}`,
  ...loaded(linkByKey(list, keyOf), {
    ...(needs === undefined ? { fromIds: true as const } : { needs }),
    cost: { ...sharedCall, asks: list.endpoint.name, objects: 'one' },
  }),
});

/** The rows for the keys in an argument: in their order, null for each key without a row. */
export const keyedList = (list: KeyedList) => ({
  type: [entityRef(list.endpoint.returns.of)] as [EntityRef],
  nullable: { list: true, items: true } as const,
  args: builder.args((t) => fieldsOf(t, list.endpoint.params)),
  description: `${list.endpoint.doc}. ${restOf(list.endpoint)}`,
  ...loadedBy(list.endpoint, rowsByKey(list), {
    ...sharedCall,
    asks: list.endpoint.name,
    objects: { perItemOf: camelCase(list.param) },
  }),
});

/** A link to the row with the same value in a column, found in the whole list of the account. */
export const linkToMatching = (endpoint: RowEndpoint, column: string, doc: string) => {
  requireColumns(endpoint.returns.of, [column], `a link to ${endpoint.name}`);
  return {
    type: entityRef(endpoint.returns.of),
    description: `${doc}; shown even when deleted. One call reads them for all rows of an account. ${restOf(endpoint)}`,
    ...loaded(linkByColumn(endpoint, column), {
      needs: [column],
      cost: {
        asks: endpoint.name,
        parentsPerCall: Number.MAX_SAFE_INTEGER,
        by: 'account',
        objects: 'one',
        isLink: true,
      },
    }),
  };
};
