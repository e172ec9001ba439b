import { accountDocument, entitiesDocument, lineItemIdsDocument, type Order } from './documents.ts';
import type { Step } from './journal.ts';
import { columnValue, type Row } from './rows.ts';
import type { Account, AskGraph, Page } from './source.ts';
import type { Column, EntityTable } from './tables.ts';

/** A position in the reading of a list. */
interface ListPosition {
  /** The index of the part of the list; targeting criteria have a part for each 200 line items. */
  readonly part: number;
  readonly after: string | null;
  /** The newest time of a change so far. */
  readonly newest: string | null;
}

/** A table of entities to read. */
interface EntityAsk {
  readonly ask: AskGraph;
  readonly table: EntityTable;
  readonly account: Account;
  /** Only rows that changed at this time or later, the newest first; null for all. */
  readonly since: string | null;
  /** The position at which an earlier run stopped; null at the beginning. */
  readonly from: unknown;
  /** The line items whose targeting criteria are read. */
  readonly lineItemIds: () => AsyncIterable<string>;
}

interface ListAnswer {
  readonly account: { readonly list: Page | null } | null;
}

const begin: ListPosition = { part: 0, after: null, newest: null };

/** A row of an object of the graph. */
const entityRow = (object: unknown, columns: readonly Column[], { id }: Pick<Account, 'id'>): Row =>
  columns.map((column) => (column.name === 'account_id' ? id : columnValue(object, column)));

const idsPerPart = 200;

async function* partsOf({ table, lineItemIds }: EntityAsk): AsyncGenerator<readonly string[]> {
  if (!table.args.includes('$lineItems')) return yield [];
  let part: string[] = [];
  for await (const id of lineItemIds()) {
    part.push(id);
    if (part.length === idsPerPart) {
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
}

const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

/** Reads a table of entities of an account, a page at a time. */
export async function* entitySteps(
  asked: EntityAsk,
): AsyncGenerator<Step & { readonly at: ListPosition }> {
  const { table, account, since } = asked;
  if (table.name === 'accounts') {
    if (asked.from !== null) return;
    const data = await asked.ask<{ readonly account: object | null }>(accountDocument, {
      account: account.id,
    });
    const rows = [entityRow(data.account, table.columns, account)];
    return yield { rows, at: { part: 1, after: null, newest: null } };
  }
  const from = (asked.from ?? begin) as ListPosition;
  const changed = table.columns.findIndex(({ name }) => name === 'updated_at');
  let { newest } = from;
  let part = -1;
  for await (const lineItems of partsOf(asked)) {
    part += 1;
    if (part < from.part) continue;
    for (let after = part === from.part ? from.after : null; ; ) {
      const page = await pageOf(asked, { lineItems, after });
      const all = page.nodes.map((object) => entityRow(object, table.columns, account));
      const isNew = (row: Row) => since === null || String(row[changed] ?? '') >= since;
      const rows = all.filter(isNew);
      for (const row of rows) newest = later(newest, row[changed] as string | null);
      const goesOn = page.pageInfo.hasNextPage && rows.length === all.length;
      after = goesOn ? page.pageInfo.endCursor : null;
      yield { rows, at: { part: goesOn ? part : part + 1, after, newest } };
      if (!goesOn) break;
    }
  }
}

const pageOf = async (
  { ask, table, account, since }: EntityAsk,
  variables: { readonly lineItems: readonly string[]; readonly after: string | null },
): Promise<Page> => {
  const order: Order = since === null ? 'whole' : 'changes';
  const { lineItems, after } = variables;
  const chosen = lineItems.length === 0 ? {} : { lineItems };
  const document = entitiesDocument(table, order);
  const data = await ask<ListAnswer>(document, { account: account.id, after, ...chosen });
  const list = data.account?.list ?? null;
  if (list === null) throw new Error(`${table.list} of ${account.id} is null`);
  return list;
};

/** The ids of the line items of an account. */
export async function* readLineItemIds(ask: AskGraph, account: Account): AsyncGenerator<string> {
  for (let after: string | null = null; ; ) {
    const data: ListAnswer = await ask(lineItemIdsDocument, { account: account.id, after });
    const { nodes = [], pageInfo } = data.account?.list ?? {};
    for (const node of nodes) yield String(node['restId']);
    if (pageInfo?.hasNextPage !== true) return;
    after = pageInfo.endCursor;
  }
}

// A cursor may repeat rows where pages meet.
const remembered = 3000;

/** The rows without repeats that are at most a few pages apart. */
export async function* withoutRepeated(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  // Two sets in turn: a single one that changes with every row takes more memory
  // (docs/performance.md).
  let [older, seen] = [new Set<unknown>(), new Set<unknown>()];
  for await (const row of rows) {
    const [id] = row;
    if (seen.has(id) || older.has(id)) continue;
    if (seen.size === remembered) [older, seen] = [seen, new Set()];
    seen.add(id);
    yield row;
  }
}

/** The earlier rows, with changed ones in their place and new ones at the end. */
export async function* merged(
  before: AsyncIterable<Row>,
  changes: ReadonlyMap<unknown, Row>,
): AsyncGenerator<Row> {
  const left = new Map(changes);
  for await (const row of before) {
    yield left.get(row[0]) ?? row;
    left.delete(row[0]);
  }
  yield* left.values();
}
