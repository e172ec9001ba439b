import type { ObjectRef } from '@pothos/core';
import type { Page } from '../../loaders/page-ask.ts';
import type { FieldCost, Load } from '../../resolvers/field.ts';
import { eachAlone } from '../../resolvers/grouped.ts';
import type { From } from '../../resolvers/page.ts';
import { maxFirst, page, usualFirst } from '../../resolvers/page.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { argumentOf } from '../../upstream/catalogue/names.ts';
import type { Row } from '../../upstream/client/row.ts';
import { argsOf } from './args.ts';
import type { SchemaTypes } from './builder.ts';
import { builder } from './builder.ts';
import { loaded } from './loaded.ts';
import { entityRef } from './refs.ts';
import { restOf } from './rest.ts';

/** A row of a page, and its place there: the cursor is made only where it is selected. */
interface Edge {
  readonly page: Page;
  readonly index: number;
}

const endCursorOf = ({ rows, hasNextPage, cursorAt, ask }: Page): string | null => {
  // Nothing was read, so there is nothing to go on from.
  if (ask.first === 0) return null;
  // A page can be empty and not the last one: its cursor leads on from where reading stopped.
  return rows.length === 0 && !hasNextPage ? ask.after : cursorAt(rows.length - 1);
};

const PageInfo = builder.objectRef<Page>('PageInfo').implement({
  description: 'Where a page stands in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      nullable: false,
      description: 'Whether there are rows after this page.',
    }),
    hasPreviousPage: t.boolean({
      nullable: false,
      description: 'Whether `after` was given. Lists go forward only.',
      resolve: ({ ask }) => ask.after !== null,
    }),
    startCursor: t.string({
      description: 'The cursor of the first row.',
      resolve: ({ rows, cursorAt }) => (rows.length === 0 ? null : cursorAt(0)),
    }),
    endCursor: t.string({
      description:
        'The cursor of the last row: `after` of the next page. Bound to this list, its filters and its order.',
      resolve: endCursorOf,
    }),
  }),
});

const total: Load<Page, number> = (pages, _args, { loaders }, { trace }) =>
  eachAlone(pages, (page) => loaders.total(page, trace));

const connections = new Map<string, ObjectRef<SchemaTypes, Page>>();

/** The connection type over an entity; with `totalCount` where its endpoints can count. */
const connectionOf = ({ returns, params }: RowEndpoint) => {
  const { name } = returns.of;
  const known = connections.get(name);
  if (known !== undefined) return known;
  const Type = entityRef(returns.of);
  const EdgeType = builder.objectRef<Edge>(`${name}Edge`).implement({
    description: `One ${name} and its place in a list.`,
    fields: (t) => ({
      node: t.field({
        type: Type,
        nullable: false,
        description: 'The row.',
        resolve: ({ page, index }) => page.rows[index] as Row,
      }),
      cursor: t.string({
        nullable: false,
        description: 'Its place: `after` of what follows it.',
        resolve: ({ page, index }) => page.cursorAt(index),
      }),
    }),
  });
  const made = builder.objectRef<Page>(`${name}Connection`).implement({
    description: `A page of a list of ${name}.`,
    fields: (t) => ({
      edges: t.field({
        type: [EdgeType],
        nullable: { list: false, items: false },
        description: 'The rows with their cursors.',
        resolve: (page) => page.rows.map((_, index) => ({ page, index })),
      }),
      nodes: t.field({
        type: [Type],
        nullable: { list: false, items: false },
        description: 'The rows.',
        resolve: ({ rows }) => rows,
      }),
      pageInfo: t.field({
        type: PageInfo,
        nullable: false,
        description: 'Where this page stands in the list.',
        resolve: (page) => page,
      }),
      ...('with_total_count' in params && {
        totalCount: t.int({
          description:
            'The number of rows of the whole list. Costs a call of its own unless the page is the whole list; such calls are limited to 200 in 15 minutes.',
          // A page that is the whole list tells it, so there is no call that it cannot do without.
          ...loaded(total, { counts: true }),
        }),
      }),
    }),
  });
  connections.set(name, made);
  return made;
};

/** What a list field is made of: the endpoint, and what its parent supplies. */
interface ListField<Parent> {
  readonly endpoint: RowEndpoint;
  readonly from: From<Parent>;
  readonly supplied?: readonly string[];
  readonly parentsPerCall?: number;
  /** Whether the list is that of the parent itself or of its account. */
  readonly by?: FieldCost['by'];
  /** What it lists, where the parent makes that narrower than the endpoint says. */
  readonly doc?: string;
}

/** The argument that narrows a list to some rows by their ids: there can be no more rows than ids. */
const boundOf = ({ params, returns }: Endpoint, supplied: readonly string[]) => {
  const key = returns.of?.key ?? null;
  const found = Object.entries(params).find(
    ([name, param]) =>
      key !== null && param.kind === 'list' && param.matches === key && !supplied.includes(name),
  );
  return found === undefined ? {} : { atMostItemsOf: argumentOf(...found) };
};

/** The options of a connection field over a list endpoint. */
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
  ...loaded(page(endpoint, from, supplied), {
    fromIds: true,
    cost: {
      asks: endpoint.name,
      parentsPerCall,
      by,
      objects: {
        firstOr: Math.min(usualFirst, maxFirst(endpoint)),
        ...boundOf(endpoint, supplied),
      },
    },
  }),
});
