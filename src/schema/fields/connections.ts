import type { ObjectRef } from '@pothos/core';
import type { Page } from '../../loaders/page-query.ts';
import type { FieldCost, Load } from '../../resolvers/field.ts';
import { oneByOne } from '../../resolvers/reads/grouped.ts';
import { defaultFirst, maxFirst, type ParentInputOf, page } from '../../resolvers/reads/page.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { pathNames } from '../../upstream/catalogue/language/identifiers.ts';
import { getOrMake, memoize } from '../../upstream/catalogue/memoize.ts';
import { argumentOf } from '../../upstream/catalogue/names.ts';
import type { Sink } from '../../upstream/client/bytes/sink.ts';
import { idOf, type Row } from '../../upstream/client/row.ts';
import { argsOf } from './args.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { loaded, loadedBy } from './loaded.ts';
import { entityRef } from './refs.ts';
import { restOf } from './rest.ts';

/** A row and its index in a page; `page` is null for a new row, which is in no list yet. */
interface Edge {
  readonly row: Row;
  readonly page: Pick<Page, 'cursors'> | null;
  readonly index: number;
}

/** The edges of a page. */
const edgesOf = (page: Page): readonly Edge[] =>
  page.rows.map((row, index) => ({ row, page, index }));

/** The edge of a row that is in no page. */
export const edgeOfNew = (row: Row): Edge => ({ row, page: null, index: 0 });

// Cursors of lists end with a semicolon, so this cannot be confused with one.
const cursorOf = ({ row, page, index }: Edge): string =>
  page === null ? `created:${idOf(row)}` : page.cursors.at(index);

const writeCursorOfEdge = ({ page, index }: Edge, out: Sink): boolean => {
  page?.cursors.write(out, index);
  return page !== null;
};

/** The edge type of an entity. */
export const edgeOf = memoize((entity: Entity) =>
  builder.objectRef<Edge>(`${entity.name}Edge`).implement({
    description: `A row of a list of ${entity.name}, with its cursor.`,
    fields: (t) => ({
      node: t.field({
        type: entityRef(entity),
        nullable: false,
        description: 'The row.',
        resolve: ({ row }) => row,
      }),
      cursor: t.string({
        nullable: false,
        description:
          'The cursor of this row: pass it as `after` to continue after the row. In the payload of a ' +
          'create the row has no position in a list yet, and `after` refuses the cursor.',
        extensions: { facts: { write: writeCursorOfEdge } },
        resolve: cursorOf,
      }),
    }),
  }),
);

/** True for an entity that an account has a connection of. */
export const isListed = (entity: Entity): boolean =>
  endpoints.some(
    ({ returns, path }) =>
      returns.as === 'page' && returns.of === entity && pathNames(path).join() === 'account_id',
  );

const writeCursor =
  (indexIn: (rows: Page['rows']) => number) =>
  ({ rows, cursors }: Page, out: Sink): boolean => {
    if (rows.length > 0) cursors.write(out, indexIn(rows));
    return rows.length > 0;
  };

const endCursorOf = ({ rows, hasNextPage, cursors, query }: Page): string | null => {
  // With `first: 0` nothing was read, so there is no row to continue after.
  if (query.first === 0) return null;
  // An empty page may not be the last one. Its cursor continues where reading stopped.
  return rows.length === 0 && !hasNextPage ? query.after : cursors.at(rows.length - 1);
};

const PageInfo = builder.objectRef<Page>('PageInfo').implement({
  description: 'The position of a page in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      nullable: false,
      description:
        'Whether there are rows after this page. With `where`, whether there may be some: its last page can be empty.',
    }),
    hasPreviousPage: t.boolean({
      nullable: false,
      description: 'Whether `after` was given. Lists go forward only.',
      resolve: ({ query }) => query.after !== null,
    }),
    startCursor: t.string({
      description: 'The cursor of the first row; null for a page without rows.',
      extensions: { facts: { write: writeCursor(() => 0) } },
      resolve: ({ rows, cursors }) => (rows.length === 0 ? null : cursors.at(0)),
    }),
    endCursor: t.string({
      description:
        '`after` of the next page: the cursor of the last row, or of the place where `where` stopped looking. Null for a page that has neither. Bound to this list, its filters and its order.',
      extensions: { facts: { write: writeCursor(({ length }) => length - 1) } },
      resolve: endCursorOf,
    }),
  }),
});

const total: Load<Page, number | null> = (pages, _args, { loaders }, { trace }) =>
  oneByOne(pages, (page) => loaders.total(page, trace));

const connections = new Map<string, ObjectRef<SchemaTypes, Page>>();

/** The connection type of an entity; with `totalCount` if the endpoint has `with_total_count`. */
const connectionOf = ({ returns, params, where }: RowEndpoint) => {
  const { name } = returns.of;
  const notCounted = where === undefined ? '' : ' Null with `where`, which the API cannot count.';
  return getOrMake(connections, name, () =>
    builder.objectRef<Page>(`${name}Connection`).implement({
      description: `A page of a list of ${name}.`,
      fields: (t) => ({
        edges: t.field({
          type: [edgeOf(returns.of)],
          nullable: { list: false, items: false },
          description: 'The rows with their cursors.',
          resolve: edgesOf,
        }),
        nodes: t.field({
          type: [entityRef(returns.of)],
          nullable: { list: false, items: false },
          description: 'The rows.',
          resolve: ({ rows }) => rows,
        }),
        pageInfo: t.field({
          type: PageInfo,
          nullable: false,
          description: 'The position of this page in the list.',
          resolve: (page) => page,
        }),
        ...('with_total_count' in params && {
          totalCount: t.int({
            description:
              'The number of rows of the whole list. Costs one more call unless the page is the ' +
              `whole list; the API allows 200 such calls in 15 minutes.${notCounted}`,
            // The field has no cost of its own, because a page that is the whole list has the number.
            ...loaded(total, { counts: true }),
          }),
        }),
      }),
    }),
  );
};

/** The facts of a list field. */
interface ListField<Parent> {
  readonly endpoint: RowEndpoint;
  readonly from: ParentInputOf<Parent>;
  readonly supplied?: readonly string[];
  readonly parentsPerCall?: number;
  /** The owner of a list: each parent has its own, or all parents of an account share one. */
  readonly by?: FieldCost['by'];
  /** The description, if the parent's list is narrower than that of the endpoint. */
  readonly doc?: string;
}

/** The argument with the ids of the rows: there are no more rows than ids. */
const boundOf = ({ params, returns }: Endpoint, supplied: readonly string[]) => {
  const key = returns.of?.key ?? null;
  const found = Object.entries(params).find(
    ([name, param]) =>
      key !== null && param.kind === 'list' && param.matches === key && !supplied.includes(name),
  );
  return found === undefined ? {} : { atMostItemsOf: argumentOf(...found) };
};

/** The options of a connection field for a list endpoint. */
export const list = <Parent>({
  endpoint,
  from,
  supplied = [],
  parentsPerCall = 1,
  by = 'parent',
  doc = endpoint.doc,
}: ListField<Parent>) => ({
  type: connectionOf(endpoint),
  args: argsOf(endpoint, 'account_id', ...supplied),
  description: `${doc}. ${restOf(endpoint)}`,
  ...loadedBy(
    endpoint,
    page(endpoint, from, supplied),
    {
      asks: endpoint.name,
      parentsPerCall,
      by,
      objects: {
        firstOr: Math.min(defaultFirst, maxFirst(endpoint)),
        ...boundOf(endpoint, supplied),
      },
    },
    supplied,
  ),
});
