import { isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { useGateway } from '../support/gateway.ts';
import type { Random } from '../support/random.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

const account = 'srt1';
const worlds = runs(4, 400);
type ApiRow = Readonly<Record<string, unknown>>;
type Direction = 'ASC' | 'DESC';

const running = useGateway();
beforeAll(() => {
  const { store, grant, credentials } = running.emulator;
  store.insert('Account', null, { id: account, name: 'Sorted', deleted: false });
  grant(credentials.userId, account);
});

const timeAt = (minute: number): string =>
  new Date(Date.parse('2024-01-01T00:00:00Z') + minute * 60_000)
    .toISOString()
    .replace('.000Z', 'Z');

const names = ['apple', 'Apple', 'Banana', 'banana 2', 'Éclair', 'eclair', 'zebra', 'Zebra'];
/** A few values each, so that rows share them. Some of the numbers have another order as texts. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  updated_at: [1, 2, 3, 400].map(timeAt),
  deleted: [false, true],
  name: names,
  standard_delivery: [null, false, true],
  start_time: [null, ...[1, 2, 30].map(timeAt)],
  end_time: [null, ...[50, 60, 700].map(timeAt)],
  post_view_attribution_window: [null, 1, 7, 14, 30],
  post_engagement_attribution_window: [null, 1, 7, 14, 30],
  provider_app_event_name: [null, ...names],
  entity_status: ['ACTIVE', 'PAUSED'],
  // No answer shows it, so all rows are equal.
  assisted_conversion: [null],
};
/** The column that shows an attribute under another name. */
const shownIn: Readonly<Record<string, string>> = { PAUSED: 'entity_status' };
const columnOf = (attribute: string): string => shownIn[attribute] ?? attribute.toLowerCase();
const micros = [null, 0, 9_000_000, 10_000_000, 2_000_000_000, 9007199254740993n];
const poolOf = (column: string): readonly unknown[] => values[column] ?? micros;

/** A list of the account, or of each of several parents, and the attributes it can be sorted by. */
interface List {
  readonly entity: string;
  readonly field: string;
  readonly attributes: readonly string[];
  /** The fields of the account, a list and its rows, whose objects have the list. */
  readonly under?: { readonly many: string; readonly one: string; readonly entity: string };
  /** The column with the id of that parent. */
  readonly column?: string;
}

const everywhere = ['UPDATED_AT', 'DELETED'];
// From the documents: what lists can be sorted by beside `created_at`.
const lists: readonly List[] = [
  {
    entity: 'Campaign',
    field: 'campaigns',
    attributes: [
      ...['NAME', 'DAILY_BUDGET_AMOUNT_LOCAL_MICRO', 'TOTAL_BUDGET_AMOUNT_LOCAL_MICRO'],
      'STANDARD_DELIVERY',
    ],
    under: { many: 'fundingInstruments', one: 'fundingInstrument', entity: 'FundingInstrument' },
    column: 'funding_instrument_id',
  },
  {
    entity: 'LineItem',
    field: 'lineItems',
    attributes: ['BID_AMOUNT_LOCAL_MICRO'],
    under: { many: 'campaigns', one: 'campaign', entity: 'Campaign' },
    column: 'campaign_id',
  },
  {
    entity: 'FundingInstrument',
    field: 'fundingInstruments',
    attributes: ['FUNDED_AMOUNT_LOCAL_MICRO', 'START_TIME', 'END_TIME'],
  },
  { entity: 'Card', field: 'cards', attributes: ['NAME'] },
  { entity: 'PollCard', field: 'pollCards', attributes: ['NAME'] },
  {
    entity: 'AppEventTag',
    field: 'appEventTags',
    attributes: [
      ...['POST_VIEW_ATTRIBUTION_WINDOW', 'POST_ENGAGEMENT_ATTRIBUTION_WINDOW'],
      ...['ASSISTED_CONVERSION', 'PROVIDER_APP_EVENT_NAME'],
    ],
  },
  {
    entity: 'PromotedTweet',
    field: 'promotedTweets',
    attributes: ['PAUSED'],
    under: { many: 'lineItems', one: 'lineItem', entity: 'LineItem' },
    column: 'line_item_id',
  },
  { entity: 'PromotedAccount', field: 'promotedAccounts', attributes: ['PAUSED'] },
  { entity: 'MediaCreative', field: 'mediaCreatives', attributes: [] },
];

/** Null first, names in alphabetical order, everything else by size; then by id. */
const comparing =
  (column: string) =>
  (one: ApiRow, other: ApiRow): number =>
    byValue(column, one[column] ?? null, other[column] ?? null) ||
    (String(one['id']) < String(other['id']) ? -1 : 1);

const isNamed = (column: string): boolean => /(^|_)name$/.test(column);

const byValue = (column: string, one: unknown, other: unknown): number => {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (isNamed(column)) {
    return String(one).localeCompare(String(other), 'en', { sensitivity: 'base' });
  }
  const [left, right] = [one, other] as [number, number];
  return Number(left > right) - Number(left < right);
};

const truth = (list: List, parent: string, [column, direction]: readonly [string, Direction]) => {
  const rows = running.emulator.store
    .rows(list.entity, account)
    .filter((row) => list.column === undefined || row[list.column] === parent)
    .toSorted(comparing(column))
    .map((row) => String(row['id']));
  return direction === 'DESC' ? rows.reverse() : rows;
};

const insert = (random: Random, list: List, parent: string): string => {
  const id = random.id();
  const sorted = [...everywhere, ...list.attributes].map(columnOf);
  running.emulator.store.insert(list.entity, account, {
    id,
    created_at: timeAt(random.upTo(1000)),
    entity_status: 'ACTIVE',
    budget_optimization: 'CAMPAIGN',
    card_type: 'IMAGE_WEBSITE',
    card_uri: `card://${id}`,
    ...Object.fromEntries(sorted.map((column) => [column, random.of(poolOf(column))])),
    ...(list.column !== undefined && { [list.column]: parent }),
  });
  return id;
};

/** Fills the list of each parent. */
const build = (random: Random, list: List): readonly string[] => {
  const { store } = running.emulator;
  for (const entity of ['FundingInstrument', 'Campaign', 'LineItem', list.entity]) {
    store.clear(entity, account);
  }
  const parents =
    list.under === undefined ? [''] : Array.from({ length: random.upTo(5) + 1 }, () => random.id());
  parents.forEach((id, minute) => {
    if (list.under !== undefined) {
      const created_at = timeAt(minute);
      store.insert(list.under.entity, account, { id, name: id, created_at, deleted: false });
    }
    for (let many = random.upTo(90); many > 0; many -= 1) insert(random, list, id);
  });
  return parents;
};

const args = (attribute: string, direction: Direction): string =>
  `first: $first, after: $after, withDeleted: true, orderBy: { field: ${attribute}, direction: ${direction} }`;
const page = '{ nodes { restId } edges { cursor } pageInfo { hasNextPage endCursor } }';
const ids = (connection: { nodes: readonly { restId: string }[] }): string[] =>
  connection.nodes.map(({ restId }) => restId);

interface Connection {
  nodes: { restId: string }[];
  edges: { cursor: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

/** The first page of each parent's list, by parent. */
const firstPages = async (list: List, given: string, first: number) => {
  const of = `list: ${list.field}(${given}) ${page}`;
  const inside = list.under === undefined ? of : `${list.under.many} { nodes { restId ${of} } }`;
  const document = `query ($first: Int, $after: String) { account(id: "${account}") { ${inside} } }`;
  const { data, errors, calls } = await running.ask(document, { first });
  expect(errors).toBeUndefined();
  const parents: readonly { restId: string; list: Connection }[] =
    list.under === undefined
      ? [{ restId: '', list: data.account.list }]
      : data.account[list.under.many].nodes;
  return { pages: new Map(parents.map((one) => [one.restId, one.list])), calls };
};

interface NextAsk {
  readonly parent: string;
  readonly first: number;
  readonly after: string;
}

const nextPage = async (list: List, given: string, of: NextAsk) => {
  const asked = `list: ${list.field}(${given}) ${page}`;
  const inside =
    list.under === undefined ? asked : `parent: ${list.under.one}(id: "${of.parent}") { ${asked} }`;
  const document = `query ($first: Int, $after: String) { account(id: "${account}") { ${inside} } }`;
  const { data, errors } = await running.ask(document, { ...of });
  expect(errors).toBeUndefined();
  return (list.under === undefined ? data.account.list : data.account.parent.list) as Connection;
};

/** Adds, removes and changes rows, the last shown ones most often. Returns their ids. */
const churn = (
  random: Random,
  list: List,
  at: { parent: string; column: string; seen: string[] },
) => {
  const { store } = running.emulator;
  const changed = Array.from({ length: random.upTo(3) }, () => insert(random, list, at.parent));
  const all = store.rows(list.entity, account).map((row) => String(row['id']));
  for (const id of [...at.seen.slice(-3), all[random.upTo(all.length)] ?? '']) {
    const row = store.find(list.entity, account, id);
    if (row === undefined || random.chance(0.5)) continue;
    if (random.chance(0.5)) store.remove(list.entity, account, id);
    else {
      const value = random.of(poolOf(at.column));
      store.insert(list.entity, account, { ...row, [at.column]: value });
    }
    changed.push(id);
  }
  return changed;
};

const cases = lists.flatMap((list) =>
  [...everywhere, ...list.attributes].map((attribute) => [list.field, attribute, list] as const),
);

describe.each(cases)('%s by %s', (_, attribute, list) => {
  const column = columnOf(attribute);

  test(`are walked exactly over equal and missing values (seed ${seed})`, async () => {
    for (const direction of ['ASC', 'DESC'] as const) {
      const random = randomFrom(seed);
      const parents = build(random, list);
      const first = 1 + random.upTo(20);
      const given = args(attribute, direction);
      const { pages, calls } = await firstPages(list, given, first);
      const sort = `${attribute}-${direction}`.toLowerCase();
      expect(calls.some(({ query }) => query['sort_by'] === sort)).toBe(true);
      expect(calls.length).toBeLessThanOrEqual(2 + 9 + parents.length);
      for (const parent of parents) {
        const seen: string[] = [];
        let found = pages.get(parent);
        while (found !== undefined) {
          seen.push(...ids(found));
          const { hasNextPage, endCursor: after } = found.pageInfo;
          expect(found.edges.at(-1)?.cursor ?? after).toBe(after);
          found = hasNextPage ? await nextPage(list, given, { parent, first, after }) : undefined;
        }
        expect(seen).toEqual(truth(list, parent, [column, direction]));
      }
    }
  });

  test(`lose no row and swap none while rows are added, removed and changed (seed ${seed}, ${worlds} worlds)`, async () => {
    for (let world = 0; world < worlds; world += 1) {
      const random = randomFrom(seed + world);
      const parents = build(random, list);
      const direction = random.of(['ASC', 'DESC'] as const);
      const given = args(attribute, direction);
      const parent = random.of(parents);
      const stood = new Set(truth(list, parent, [column, direction]));
      const seen: string[] = [];
      let found = (await firstPages(list, given, 1 + random.upTo(20))).pages.get(parent);
      for (let turn = 0; found !== undefined; turn += 1) {
        expect(turn).toBeLessThan(400);
        seen.push(...ids(found));
        const { hasNextPage, endCursor: after } = found.pageInfo;
        if (turn < 12) {
          for (const id of churn(random, list, { parent, column, seen })) stood.delete(id);
        }
        found = hasNextPage
          ? await nextPage(list, given, { parent, first: 1 + random.upTo(20), after })
          : undefined;
      }
      const inOrder = truth(list, parent, [column, direction]).filter((id) => stood.has(id));
      expect([...new Set(seen)].filter((id) => stood.has(id))).toEqual(inOrder);
    }
  });
});

test('each list accepts the documented attributes and no other', () => {
  const common = ['CREATED_AT', 'UPDATED_AT', 'DELETED'];
  const further: Record<string, readonly string[]> = {
    Account: ['NAME'],
    ...Object.fromEntries(lists.map(({ entity, attributes }) => [entity, attributes])),
    ImageConversationCard: ['NAME'],
    VideoConversationCard: ['NAME'],
  };
  const taken = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .flatMap(({ type, args }) => {
      const input = args.find(({ name }) => name === 'orderBy')?.type;
      if (!isInputObjectType(input)) return [];
      const field = input.getFields()['field']?.type.toString().replace('!', '');
      const attributes = schema.getType(field ?? '');
      if (!isEnumType(attributes)) throw new Error(field);
      return [[String(type).replace('Connection', ''), attributes.getValues()] as const];
    });
  expect(taken.length).toBeGreaterThan(24);
  for (const [entity, attributes] of taken) {
    const wanted = [...common, ...(further[entity] ?? [])].toSorted();
    expect(attributes.map(({ name }) => name).toSorted(), entity).toEqual(wanted);
    expect(attributes.every(({ description }) => description)).toBe(true);
  }
});

test('accounts are sorted by name, and lists without orderBy as before', async () => {
  const { store, grant, credentials } = running.emulator;
  const created_at = timeAt(0);
  for (const [id, name] of [
    ['srt2', 'b'],
    ['srt3', 'C'],
    ['srt4', 'A'],
  ] as const) {
    store.insert('Account', null, { id, name, created_at, deleted: false });
    grant(credentials.userId, id);
  }
  const of = 'accountIds: ["srt2", "srt3", "srt4"]';
  const { data, calls } = await running.ask(`{
    up: accounts(${of}, orderBy: { field: NAME }) { nodes { name } }
    down: accounts(${of}, orderBy: { field: NAME, direction: DESC }) { nodes { name } }
    usual: accounts(${of}) { nodes { name } }
  }`);
  const given = ({ nodes }: { nodes: { name: string }[] }) =>
    nodes.map(({ name }) => name).join('');
  expect([data.up, data.down, data.usual].map(given)).toEqual(['AbC', 'CbA', 'bCA']);
  expect(calls.map(({ query }) => query['sort_by']).toSorted()).toEqual([
    'created_at-asc',
    'name-asc',
    'name-desc',
  ]);
});
