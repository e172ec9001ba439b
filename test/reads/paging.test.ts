import { expect, test, vi } from 'vitest';
import { createLoaders, type Loaders } from '../../src/loaders/index.ts';
import { type Page, type PageQuery, pageQuery } from '../../src/loaders/page-query.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { idOf } from '../../src/upstream/client/row.ts';
import { noField } from '../../src/upstream/client/trace.ts';
import { pageOf } from '../support/loading.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { openUpstream, type Upstream } from '../support/row-world.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

type ApiRow = Readonly<Record<string, unknown>>;

const accountId = 'acc1';
const worlds = runs(15, 500);

const start = Date.parse('2024-01-01T00:00:00Z');
const timeAt = (minute: number): string =>
  new Date(start + minute * 60_000).toISOString().replace('.000Z', 'Z');

/**
 * One random account: the numbers of campaigns and line items, the changes between pages, and the
 * list.
 */
interface World {
  readonly random: Random;
  readonly upstream: Upstream;
  readonly parents: readonly string[];
  /** True if rows share creation times. */
  readonly ties: boolean;
  /** True if pages hold fewer rows than they could, down to none. */
  readonly short: boolean;
  readonly filters: ApiRow;
  /** The order that is requested; null for the default order of the API. */
  readonly sort: string | null;
  /** Ids that were added or removed during a walk. */
  readonly changed: Set<string>;
  minute: number;
}

const newRow = (world: Pick<World, 'random' | 'parents' | 'ties'>, minute: number): ApiRow => {
  const { random, parents, ties } = world;
  return {
    id: random.id(),
    campaign_id: random.of(parents),
    name: `${random.of(['apple', 'Ant', 'bee'])} ${minute}`,
    created_at: timeAt(ties ? Math.floor(minute / random.of([1, 10, 100_000])) : minute),
    updated_at: timeAt(minute),
    deleted: random.chance(0.1),
    entity_status: random.chance(0.1) ? 'DRAFT' : 'ACTIVE',
  };
};

const createWorld = (random: Random, upstream: Upstream): World => {
  const parents = Array.from({ length: random.upTo(30) + 1 }, () => random.id());
  const ties = random.chance(0.5);
  const short = random.chance(0.3);
  let minute = 0;
  upstream.clear();
  for (const parent of parents) {
    const rows = Math.floor(300 * random.next() ** 5);
    for (let row = 0; row < rows; row += 1) {
      // Coprime to the number of minutes: the rows of all parents are mixed, and no two have the
      // same time.
      minute += 1;
      const made = newRow({ random, parents: [parent], ties }, (minute * 7919) % 100_003);
      upstream.insert(made);
    }
  }
  return {
    random,
    upstream,
    parents,
    ties,
    short,
    filters: random.of([{}, {}, { with_deleted: true }, { q: 'a' }, { with_draft: true, q: 'AN' }]),
    sort: random.of(['created_at-asc', 'created_at-desc', null]),
    changed: new Set(),
    minute: 200_000,
  };
};

/**
 * The rows that a list must show, straight from the store, filtered and sorted only by this code.
 */
const truth = ({ upstream, filters, sort }: World, parent: string | null): ApiRow[] => {
  const prefix = String(filters['q'] ?? '').toLowerCase();
  const rows = upstream.rows().filter((row) => {
    if (parent !== null && row['campaign_id'] !== parent) return false;
    if (row['deleted'] === true && filters['with_deleted'] !== true) return false;
    if (row['entity_status'] === 'DRAFT' && filters['with_draft'] !== true) return false;
    return String(row['name']).toLowerCase().startsWith(prefix);
  });
  const key = (row: ApiRow): string => `${row['created_at']} ${row['id']}`;
  rows.sort((one, other) => (key(one) < key(other) ? -1 : 1));
  return sort?.endsWith('-desc') ? rows.reverse() : rows;
};

const ids = (rows: readonly ApiRow[]): string[] => rows.map((row) => String(row['id']));

const askFor = (
  world: World,
  parent: string | null,
  first: number,
  after: string | null,
): PageQuery =>
  pageQuery({
    endpoint: catalogue.listLineItems,
    path: { account_id: accountId },
    parent: parent === null ? null : { param: 'campaign_ids', column: 'campaign_id', id: parent },
    filters: world.filters,
    where: null,
    sort: world.sort,
    first,
    after,
  });

/** Changes upstream between two pages of a walk. */
const churn = (world: World, shown: readonly string[]): void => {
  const { random, upstream, changed } = world;
  for (let at = random.upTo(4); at > 0; at -= 1) {
    world.minute += 1;
    // Most rows are new; some appear with an old time, between the whole minutes of others.
    const old = random.upTo(100_000) + (1 + (world.minute % 59)) / 60;
    const row = newRow(
      world,
      random.chance(0.7) ? world.minute : world.ties ? random.upTo(9) : old,
    );
    changed.add(String(row['id']));
    upstream.insert(row);
  }
  for (const id of doomed(world, shown)) {
    const row = upstream.rows().find((stored) => stored['id'] === id);
    changed.add(id);
    if (row === undefined || random.chance(0.5)) upstream.remove(id);
    else upstream.insert({ ...row, deleted: true });
  }
};

/** The ids of rows that are removed: some anywhere, some right at the border between two pages. */
const doomed = (world: World, shown: readonly string[]): ReadonlySet<string> => {
  const { random, upstream, ties, sort, changed } = world;
  const rows = upstream.rows();
  const anywhere =
    rows.length === 0 ? [] : Array.from({ length: random.upTo(3) }, () => random.of(rows));
  const border = shown.slice(-3 - random.upTo(2)).filter(() => random.chance(0.6));
  const gone = new Set([...ids(anywhere), ...border]);
  // A cursor finds its place by three rows and a time. If the time is ambiguous, one of the three
  // has to stay.
  const standing = shown.slice(-3).filter((id) => !changed.has(id));
  if ((ties || sort === null) && standing.length > 0) gone.delete(random.of(standing));
  return gone;
};

const sizeOf = (random: Random): number =>
  random.of([1 + random.upTo(4), 1 + random.upTo(50), 1 + random.upTo(999)]);

/**
 * Continues a walk from a first page, in a new request for each page and with another `first`.
 * Returns the ids it saw.
 */
const walkOn = async (world: World, first: Page): Promise<string[]> => {
  const { random, upstream } = world;
  const parent = first.query.parent?.id ?? null;
  const least = Math.ceil(truth(world, parent).length / 25);
  const seen = ids(first.rows);
  let page = first;
  for (let turn = 0; page.hasNextPage; turn += 1) {
    if (turn > 300) throw new Error('the walk does not end');
    if (random.chance(0.6)) churn(world, seen);
    const after = page.cursors.at(page.rows.length - 1);
    page = await pageOf(
      newLoaders(upstream),
      askFor(world, parent, Math.max(least, sizeOf(random)), after),
    );
    expect(page.rows.length).toBeLessThanOrEqual(page.query.first);
    if (page.knownTotal !== null) expect(page.knownTotal).toBe(truth(world, parent).length);
    if (parent !== null) expect(page.rows.every((row) => row['campaign_id'] === parent)).toBe(true);
    seen.push(...page.rows.map(idOf));
  }
  return seen;
};

const newLoaders = (upstream: Upstream): Loaders => createLoaders(upstream.ads());

const checkFirstPages = async (world: World): Promise<readonly Page[]> => {
  const { random, upstream, parents } = world;
  const first = sizeOf(random);
  const ads = upstream.ads();
  const loaders = createLoaders(ads);
  const asked = random.chance(0.8) ? parents : parents.slice(0, 1);
  const pages = await Promise.all(
    [...asked, null].map((parent) => pageOf(loaders, askFor(world, parent, first, null))),
  );
  if (!world.short) expect(ads.calls.length).toBeLessThanOrEqual(asked.length + 10);
  for (const page of pages) {
    const rows = truth(world, page.query.parent?.id ?? null);
    expect(ids(page.rows)).toEqual(ids(rows).slice(0, first));
    // A short page can keep its cursor if nothing follows.
    if (!world.short) expect(page.hasNextPage).toBe(rows.length > first);
    else if (rows.length > first) expect(page.hasNextPage).toBe(true);
    if (page.knownTotal !== null) expect(page.knownTotal).toBe(rows.length);
  }
  const page = random.of(pages);
  expect(await loaders.total(page, noField())).toBe(
    truth(world, page.query.parent?.id ?? null).length,
  );
  return pages;
};

const checkWalk = async (world: World, page: Page): Promise<void> => {
  const parent = page.query.parent?.id ?? null;
  const before = new Set(ids(truth(world, parent)));
  world.changed.clear();
  const seen = await walkOn(world, page);
  const once = [...new Set(seen)];
  // If every row that a cursor names has gone, the rows after it may come twice, but they do come.
  expect(seen.length - once.length).toBeLessThanOrEqual(world.changed.size);
  const stayed = ids(truth(world, parent)).filter((id) => before.has(id) && !world.changed.has(id));
  expect(once.filter((id) => !world.changed.has(id))).toEqual(stayed);
};

test(`walks through any data show every row once and in order, in ${worlds} worlds from seed ${seed}`, async () => {
  const upstream = await openUpstream(accountId);
  try {
    for (let world = 0; world < worlds; world += 1) {
      try {
        await checkWorld(createWorld(randomFrom(seed + world), upstream));
      } catch (error) {
        throw new Error(`SEED=${seed + world}: ${String(error)}`, { cause: error });
      }
    }
  } finally {
    await upstream.close();
  }
});

const checkWorld = async (world: World): Promise<void> => {
  const { random, upstream } = world;
  for (let walk = 0; walk < 4; walk += 1) {
    if (world.short)
      upstream.shorten([0, 3, 40, 0, 0, 0, 7].slice(random.upTo(6)), random.upTo(60) + 1);
    const pages = await checkFirstPages(world);
    const unfinished = pages.filter((page) => page.hasNextPage);
    await checkWalk(world, random.of(unfinished.length > 0 ? unfinished : pages));
  }
};
