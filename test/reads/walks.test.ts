import { beforeAll, expect, test, vi } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import type { Random } from '../support/random.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

const account = 'wlk1';
const worlds = runs(30, 5000);

const running = useGateway();
beforeAll(() => {
  const { store, grant, credentials } = running.emulator;
  store.insert('Account', null, { id: account, name: 'Walks', deleted: false });
  grant(credentials.userId, account);
});

type ApiRow = Readonly<Record<string, unknown>>;
const timeAt = (minute: number): string =>
  new Date(Date.parse('2024-01-01T00:00:00Z') + minute * 60_000)
    .toISOString()
    .replace('.000Z', 'Z');

const insertLineItem = (id: string, campaign: string, minute: number): void => {
  running.emulator.store.insert('LineItem', account, {
    id,
    campaign_id: campaign,
    name: id,
    entity_status: 'ACTIVE',
    created_at: timeAt(minute),
    updated_at: timeAt(minute),
    deleted: false,
  });
};

/** The line items of a campaign as they must be listed, straight from the emulator's store. */
const truth = (campaign: string, order: string): readonly string[] => {
  const rows = running.emulator.store
    .rows('LineItem', account)
    .filter((row: ApiRow) => row['campaign_id'] === campaign);
  const key = (row: ApiRow): string => `${row['created_at']} ${row['id']}`;
  const sorted = [...rows]
    .sort((one, other) => (key(one) < key(other) ? -1 : 1))
    .map((row) => String(row['id']));
  return order === 'DESC' ? sorted.reverse() : sorted;
};

const firstPages = `query ($first: Int, $inner: Int, $order: OrderDirection!) {
  account(id: "${account}") { campaigns(first: $first) { nodes { restId lineItems(first: $inner, orderBy: { direction: $order }) { nodes { restId } pageInfo { hasNextPage endCursor } } } } }
}`;
const nextPage = `query ($campaign: ID!, $first: Int, $after: String, $order: OrderDirection!) {
  account(id: "${account}") { campaign(id: $campaign) { lineItems(first: $first, after: $after, orderBy: { direction: $order }) { edges { cursor node { restId } } pageInfo { hasNextPage endCursor } } } }
}`;

const build = (random: Random): readonly string[] => {
  const { store } = running.emulator;
  store.clear('Campaign', account);
  store.clear('LineItem', account);
  const campaigns = Array.from({ length: random.upTo(12) + 1 }, () => random.id());
  campaigns.forEach((id, n) => {
    store.insert('Campaign', account, {
      id,
      name: id,
      entity_status: 'ACTIVE',
      created_at: timeAt(n),
      updated_at: timeAt(n),
      deleted: false,
    });
    for (let rows = Math.floor(200 * random.next() ** 4); rows > 0; rows -= 1)
      insertLineItem(random.id(), id, random.upTo(90_000));
  });
  return campaigns;
};

/** Adds and removes rows during a walk through a list, the row at the border most often. */
const churn = (random: Random, campaign: string, seen: readonly string[]): readonly string[] => {
  const { store } = running.emulator;
  const changed: string[] = [];
  for (let n = random.upTo(3); n > 0; n -= 1) {
    const id = random.id();
    insertLineItem(id, campaign, random.upTo(90_000));
    changed.push(id);
  }
  for (const id of seen.slice(-2)) {
    if (random.chance(0.5)) continue;
    store.remove('LineItem', account, id);
    changed.push(id);
  }
  return changed;
};

const walk = async (
  random: Random,
  campaign: string,
  order: 'ASC' | 'DESC',
  from: { readonly seen: string[]; after: string | null; more: boolean },
): Promise<void> => {
  const stood = new Set(truth(campaign, order));
  const standing = from.seen.length;
  for (let turn = 0; from.more; turn += 1) {
    expect(turn).toBeLessThan(400);
    for (const id of churn(random, campaign, from.seen)) stood.delete(id);
    const { data, errors } = await running.ask(nextPage, {
      campaign,
      order,
      first: 1 + random.upTo(40),
      after: from.after,
    });
    expect(errors).toBeUndefined();
    const { edges, pageInfo } = data.account.campaign.lineItems;
    from.seen.push(...edges.map((edge: { node: { restId: string } }) => edge.node.restId));
    from.after = pageInfo.endCursor;
    from.more = pageInfo.hasNextPage;
    if (edges.length > 0) expect(edges.at(-1).cursor).toBe(pageInfo.endCursor);
  }
  expect(new Set(from.seen).size).toBe(from.seen.length);
  const inOrder = truth(campaign, order).filter((id) => stood.has(id));
  expect(
    from.seen
      .filter((id, index) => stood.has(id) || index < standing)
      .filter((id) => stood.has(id)),
  ).toEqual(inOrder);
};

test(`walks through child lists lose, double and swap no row while rows are added and removed (seed ${seed}, ${worlds} worlds)`, async () => {
  for (let world = 0; world < worlds; world += 1) {
    const random = randomFrom(seed + world);
    const campaigns = build(random);
    const order = random.of(['ASC', 'DESC'] as const);
    const inner = 1 + random.upTo(30);
    const { data, errors, calls } = await running.ask(firstPages, { first: 50, inner, order });
    expect(errors).toBeUndefined();
    expect(calls.length).toBeLessThanOrEqual(1 + campaigns.length + 9);
    const listed = data.account.campaigns.nodes as readonly {
      restId: string;
      lineItems: {
        nodes: readonly { restId: string }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
    }[];
    expect(listed.map(({ restId }) => restId)).toEqual(campaigns);
    for (const { restId, lineItems } of listed) {
      const seen = lineItems.nodes.map((row) => row.restId);
      expect(seen).toEqual(truth(restId, order).slice(0, inner));
    }
    const chosen = random.of(listed);
    const seen = chosen.lineItems.nodes.map((row) => row.restId);
    await walk(random, chosen.restId, order, {
      seen,
      after: chosen.lineItems.pageInfo.endCursor,
      more: chosen.lineItems.pageInfo.hasNextPage,
    });
  }
});
