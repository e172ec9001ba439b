import { expect, test, vi } from 'vitest';
import { createLoaders } from '../../src/loaders/index.ts';
import type { Page, PageFacts, PageQuery } from '../../src/loaders/page-query.ts';
import { pageQuery } from '../../src/loaders/page-query.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { idOf } from '../../src/upstream/client/row.ts';
import { createOracle, type Oracle, type Plain } from '../support/list-oracle.ts';
import { pageOf } from '../support/loading.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

const worlds = runs(60, 20_000);

const begins = Date.parse('2024-01-01T00:00:00Z');
const orders = ['created_at-asc', 'created_at-desc', null] as const;

/** Lists in a random order, whatever order is requested. */
interface World {
  readonly random: Random;
  readonly oracle: Oracle;
  /** The rows in the order in which the API lists them. */
  readonly rows: () => readonly Plain[];
  readonly change: (rows: readonly Plain[]) => void;
}

const timeAt = (minute: number): string =>
  new Date(begins + minute * 60_000).toISOString().replace('.000Z', 'Z');

const rowAt = (random: Random, parent: string): Plain => ({
  id: random.id(),
  campaign_id: parent,
  created_at: timeAt(random.upTo(90_000)),
  rank: random.upTo(2_000_000_000),
});

const rankOf = (row: Plain): number => Number(row['rank']);

const createWorld = (random: Random, many: number, parents: readonly string[]): World => {
  const stored: { LineItem: readonly Plain[] } = { LineItem: [] };
  const change = (rows: readonly Plain[]): void => {
    stored.LineItem = rows.toSorted((one, other) => rankOf(one) - rankOf(other));
  };
  change(Array.from({ length: many }, () => rowAt(random, random.of(parents))));
  const oracle = createOracle({ rows: stored, rank: rankOf });
  return { random, oracle, rows: () => stored.LineItem, change };
};

const askFor = (facts: Partial<PageFacts>): PageQuery =>
  pageQuery({
    endpoint: catalogue.listLineItems,
    path: { account_id: 'acc1' },
    parent: null,
    filters: {},
    where: null,
    sort: 'created_at-asc',
    first: 50,
    after: null,
    ...facts,
  });

const ofParent = (id: string): PageQuery['parent'] => ({
  param: 'campaign_ids',
  column: 'campaign_id',
  id,
});

/** Gives the rows the times that `minuteOf` says for their places. */
const timed = ({ rows, change }: World, minuteOf: (index: number) => number): void =>
  change(rows().map((row, index) => ({ ...row, created_at: timeAt(minuteOf(index)) })));

/** The ids of a walk from a page to the end, with a request of its own for each page. */
const walkFrom = async (
  page: Page,
  next: (ask: PageQuery) => Promise<Page>,
): Promise<readonly string[]> => {
  const seen = page.rows.map(idOf);
  let here = page;
  for (let turn = 0; here.hasNextPage; turn += 1) {
    if (turn > 2000) throw new Error('the walk does not end');
    here = await next({ ...here.query, after: here.cursors.at(here.rows.length - 1) });
    seen.push(...here.rows.map(idOf));
  }
  return seen;
};

const ids = (rows: readonly Plain[], parent: string | null = null): readonly string[] =>
  rows
    .filter((row) => parent === null || row['campaign_id'] === parent)
    .map((row) => String(row['id']));

test(`8,000 rows in no order are walked exactly once (seed ${seed})`, async () => {
  const { oracle, rows } = createWorld(randomFrom(seed), 8000, ['c0']);
  for (const sort of orders) {
    for (const first of [50, 333, 1000]) {
      const next = (ask: PageQuery) => pageOf(createLoaders(oracle.ads), ask);
      const page = await next(askFor({ sort, first }));
      expect(await walkFrom(page, next), `${sort} ${first}`).toEqual(ids(rows()));
    }
  }
});

test(`child lists in no order are walked exactly once, whatever the size of each page (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const parents = ['c0', 'c1', 'c2'];
  const { oracle, rows } = createWorld(random, 700, parents);
  for (const sort of orders) {
    const loaders = createLoaders(oracle.ads);
    const pages = await Promise.all(
      parents.map((id) => pageOf(loaders, askFor({ sort, first: 33, parent: ofParent(id) }))),
    );
    for (const [index, page] of pages.entries()) {
      const seen = await walkFrom(page, (ask) =>
        pageOf(createLoaders(oracle.ads), { ...ask, first: 1 + random.upTo(60) }),
      );
      expect(seen).toEqual(ids(rows(), parents[index]));
    }
  }
});

test(`rows that are in order only within each page are walked exactly once (seed ${seed})`, async () => {
  const world = createWorld(randomFrom(seed), 200, ['c0']);
  timed(world, (index) => (index % 20) * 60 + Math.floor(index / 20));
  const next = (ask: PageQuery) => pageOf(createLoaders(world.oracle.ads), ask);
  for (const first of [1, 7, 20, 33]) {
    expect(await walkFrom(await next(askFor({ first })), next)).toEqual(ids(world.rows()));
  }
});

test('unordered rows after ordered ones are walked even if all ordered rows are removed', async () => {
  const world = createWorld(randomFrom(seed), 60, ['c0']);
  timed(world, (index) => (index < 20 ? 60 * index : (index * 7919) % 2000));
  const next = (ask: PageQuery) => pageOf(createLoaders(world.oracle.ads), ask);
  const page = await next(askFor({ first: 19 }));
  world.change(world.rows().slice(20));
  const after = page.cursors.at(18);
  expect(await walkFrom(await next(askFor({ after })), next)).toEqual(ids(world.rows()));
});

/**
 * Adds some rows anywhere, and removes some: anywhere, or many of the last shown ones, or all of
 * those.
 */
const churn = ({ random, rows, change }: World, shown: readonly string[]): void => {
  const gone = new Set(
    random.of([
      [],
      Array.from({ length: random.upTo(5) }, () => random.of(ids(rows()))),
      shown.slice(-1 - random.upTo(6)),
      shown,
    ]),
  );
  const come = Array.from({ length: random.upTo(8) }, () => rowAt(random, 'c0'));
  change([...rows().filter((row) => !gone.has(String(row['id']))), ...come]);
};

test(`a row that is never removed appears at least once, however others are added and removed, in ${worlds} worlds from seed ${seed}`, async () => {
  for (let number = 0; number < worlds; number += 1) {
    const random = randomFrom(seed + number);
    const world = createWorld(random, 30 + random.upTo(300), ['c0']);
    const sort = random.of(orders);
    if (random.chance(0.5)) timed(world, (index) => 300 * index);
    const seen: string[] = [];
    let stood = ids(world.rows());
    const next = async (ask: PageQuery): Promise<Page> => {
      if (random.chance(0.4)) churn(world, seen);
      const standing = new Set(ids(world.rows()));
      stood = stood.filter((id) => standing.has(id));
      const page = await pageOf(createLoaders(world.oracle.ads), {
        ...ask,
        first: 5 + random.upTo(60),
      });
      seen.push(...page.rows.map(idOf));
      return page;
    };
    await walkFrom(await next(askFor({ sort })), next);
    const missing = stood.filter((id) => !seen.includes(id));
    expect(missing, `SEED=${seed + number}`).toEqual([]);
  }
});
