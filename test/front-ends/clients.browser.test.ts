import type { Locator, Route } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import {
  presetDocuments,
  relayDocuments,
  typeErrors,
  useClients,
} from '../support/client-pages.ts';
import type { Running } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';

const accountId = '18ce54bik3s';
const patience = 180_000;

const { origin, usePage } = await useClients(patience);
const env = { ALLOWED_ORIGINS: origin };
const open = useGateway({ env });
const ofRelay = useGateway({
  env: { ...env, PERSISTED_DOCUMENTS: relayDocuments, PERSISTED_ONLY: 'true' },
});
/**
 * The delay is longer than a test: the response is sent once the emulator is told to release it.
 */
const untilReleased = { kind: 'delay', delayMs: 600_000 } as const;

/** The newest campaigns, from the emulator's store. */
const newestRows = ({ emulator }: Running, count: number) =>
  [...emulator.store.rows('Campaign', accountId)]
    .filter((row) => row['deleted'] !== true && row['entity_status'] !== 'DRAFT')
    .sort((a, b) => String(b['created_at']).localeCompare(String(a['created_at'])))
    .slice(0, count);

const newest = (running: Running, count: number): readonly unknown[] =>
  newestRows(running, count).map((row) => row['name']);

/** The upstream calls since the page was opened. */
const callsOf = ({ emulator }: Running) => emulator.calls().map(({ endpoint }) => endpoint);

test(
  'every client, including the code of the documentation, compiles in strict types',
  async () => {
    expect(await typeErrors()).toBe('');
  },
  patience,
);

describe('graphql-request', () => {
  const running = open;
  const client = usePage('request', running);

  test('walks a list', async () => {
    const [first, second] = await client.take<readonly (readonly string[])[]>('twoPages');
    expect([...(first ?? []), ...(second ?? [])]).toEqual(newest(running, 10));
    expect(callsOf(running)).toEqual(['listCampaigns', 'listCampaigns']);
  });

  test('writes, and gets the reason why a write was refused', async () => {
    expect(await client.take('create')).toMatchObject({
      outcome: 'APPLIED',
      campaign: { name: 'By request' },
      errors: [],
    });
    expect(await client.take('createWithoutName')).toMatchObject({
      outcome: 'REJECTED',
      campaign: null,
      errors: [{ argument: 'input.name' }],
    });
    expect(callsOf(running)).toEqual(['createCampaign']);
  });

  test('throws the code of a failure', async () => {
    expect(await client.take('wrongCursor')).toBe('INVALID_CURSOR');
  });
});

describe('Apollo Client', () => {
  const running = open;
  // Browsers log every answer that is no success, and one of these requests the text of a hash.
  const client = usePage('apollo', running, /status of 400/);
  interface Shown {
    readonly name: string;
    readonly status: string;
  }
  const shown = () => client.take<readonly Shown[]>('shown');
  const names = async () => (await shown()).map(({ name }) => name);

  test('sends a text once, and its hash from then on', async () => {
    await client.take('open');
    expect(await client.take('askAgainAsSomebodyNew')).toBe(5);
    const asked = client.sent.map(({ query, extensions }) => [typeof query, extensions]);
    const hash = {
      persistedQuery: { version: 1, sha256Hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    };
    const hashAlone = ['undefined', hash];
    expect(asked).toMatchObject([hashAlone, ['string', hash], hashAlone]);
  });

  test('adds pages to a list by relayStylePagination, and new rows', async () => {
    const before = newest(running, 10);
    await client.take('open');
    await expect.poll(names).toEqual(before.slice(0, 5));
    await client.take('more');
    await expect.poll(names).toEqual(before);
    await client.take('create');
    await expect.poll(names).toEqual(['By Apollo', ...before]);
    expect(callsOf(running)).toEqual(['listCampaigns', 'listCampaigns', 'createCampaign']);
  });

  test('keeps lists with other filters or orders apart', async () => {
    const { asked, kept } = await client.take<Record<string, readonly unknown[][]>>('filtered');
    expect(kept).toEqual(asked);
    expect(new Set(asked?.map((names) => JSON.stringify(names))).size).toBe(9);
    const counts = running.emulator.calls().map(({ query }) => query['count']);
    expect(counts.filter((count) => count === '100')).toHaveLength(9);
  });

  test('shows only the last page if nodes are selected in place of edges', async () => {
    await client.take('openNodes');
    const told = () => client.take<readonly string[]>('told');
    const pages = [newest(running, 5), newest(running, 10).slice(5)];
    await expect
      .poll(async () => (await told()).filter((names) => names !== ''))
      .toEqual(pages.map((names) => names.join('; ')));
  });

  test('shows a change wherever the row is, by its id', async () => {
    await client.take('open');
    await client.take('create');
    await client.take('pauseFirst');
    await expect
      .poll(async () => (await shown())[0])
      .toEqual({ name: 'By Apollo', status: 'PAUSED' });
    expect(callsOf(running)).toEqual(['listCampaigns', 'createCampaign', 'updateCampaign']);
  });

  test('shows the first part of an answer while the call for the rest is running, then all of it', async () => {
    const { accounts, fault, calls, release } = running.emulator;
    const name = accounts.find(({ id }) => id === accountId)?.name;
    fault({ match: { endpoint: 'listLineItems' }, times: 1, fault: untilReleased });
    const told = () => client.take<readonly string[]>('told');
    const later = () => calls().find(({ endpoint }) => endpoint === 'listLineItems');
    await client.take('openLater');
    await client.page.getByText(`streaming: ${name} (wait`).waitFor();
    await expect.poll(later).toMatchObject({ endedAt: null });
    release();
    await client.page.getByText(`complete: ${name} (`).waitFor();
    await expect.poll(told).toHaveLength(2);
    expect(later()?.endedAt).not.toBe(null);
    expect(callsOf(running).toSorted()).toEqual(['getAccount', 'listCampaigns', 'listLineItems']);
  });
});

describe('the clients of the documentation', () => {
  const running = useGateway({ env: { ...env, PERSISTED_DOCUMENTS: presetDocuments } });
  // Browsers tell of each response that is lost.
  const client = usePage('documented', running, /net::ERR_FAILED/);
  const name = () => running.emulator.accounts.find(({ id }) => id === accountId)?.name;

  test('read', async () => {
    expect(await client.take('plain')).toBe(name());
    expect(await client.take('urql')).toBe(name());
  });

  test('read with a document of gql.tada', async () => {
    const [name, micros, days] = await client.take<readonly unknown[]>('tada');
    const [row] = running.emulator.store.rows('Campaign', accountId);
    expect([name, micros]).toEqual([
      row?.['name'],
      String(row?.['daily_budget_amount_local_micro']),
    ]);
    expect(days).toBe(2);
  });

  test('read through a link of ads-graph/client, which repeats and shows what failed', async () => {
    running.emulator.fault({
      match: { endpoint: 'listFundingInstruments' },
      fault: { kind: 'answer', status: 403 },
    });
    const failures = ['FORBIDDEN account.fundingInstruments'];
    expect(await client.take('read')).toEqual({ name: name(), failures });
  });

  test('write through it once, with a key that each repetition has', async () => {
    const lose = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort();
    };
    await client.page.route(running.url, lose, { times: 1 });
    expect(await client.take('create')).toEqual(['APPLIED', 'By a link']);
    const keys = client.sent.flatMap(({ variables }) => {
      const { input } = variables as { readonly input?: { readonly idempotencyKey?: string } };
      return input?.idempotencyKey ?? [];
    });
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(callsOf(running).filter((endpoint) => endpoint === 'createCampaign')).toHaveLength(1);
  });

  test('say of a write without a payload whether it took effect', async () => {
    const fault = { kind: 'answer', status: 401 } as const;
    running.emulator.fault({ match: { endpoint: 'createCampaign' }, fault });
    expect(await client.take('refused')).toBe('NOT_APPLIED');
  });
});

describe('partial data', () => {
  const running = open;
  const fail = (times?: number) =>
    running.emulator.fault({
      match: { endpoint: 'listFundingInstruments' },
      ...(times !== undefined && { times }),
      fault: { kind: 'answer', status: 403 },
    });
  const failures = ['FORBIDDEN account.fundingInstruments'];
  const name = () => running.emulator.accounts.find(({ id }) => id === accountId)?.name;

  describe('in Apollo Client', () => {
    const client = usePage('apollo', running, /status of 400/);

    test('are shown under the policy of the documentation, and lost under its default', async () => {
      fail(1);
      const shown = { name: name(), failures, again: 2 };
      expect(await client.take('partial')).toEqual({ ...shown, usual: name() });
      fail();
      expect(await client.take('partial')).toMatchObject({ usual: 'no data' });
    });
  });

  describe('in urql', () => {
    const client = usePage('urql', running);

    test('are shown beside their errors', async () => {
      fail();
      expect(await client.take('partial')).toEqual({ name: name(), failures });
    });
  });

  describe('in Relay', () => {
    const running = ofRelay;
    const relay = usePage('partial', running);
    const shown = async () =>
      Promise.all(['b', 'i', 's'].map((tag) => relay.page.locator(tag).innerText()));
    const openWith = async (...endpoints: readonly EndpointName[]): Promise<void> => {
      for (const endpoint of endpoints) {
        running.emulator.fault({ match: { endpoint }, fault: { kind: 'answer', status: 403 } });
      }
      await relay.page.reload();
    };

    test('are shown at once, with the failed fields and the later ones', async () => {
      running.emulator.reset();
      running.emulator.fault({ match: { endpoint: 'listLineItems' }, fault: untilReleased });
      await openWith('listFundingInstruments');
      await relay.page.getByText('wait').waitFor();
      expect(await shown()).toEqual([name(), 'cannot be read', 'wait']);
      running.emulator.release();
      await relay.page.getByText(';').waitFor();
      const [, , later] = await shown();
      expect(later?.split('; ')).toHaveLength(3);
    });

    test('are shown if a later part fails', async () => {
      await openWith('listLineItems');
      await relay.page.getByText('later, cannot be read').waitFor();
      expect(await shown()).toEqual([name(), '2 ways to pay', 'later, cannot be read']);
    });
  });
});

describe('Apollo Client, with trusted documents only', () => {
  const trusted = { PERSISTED_DOCUMENTS: presetDocuments, PERSISTED_ONLY: 'true' };
  const running = useGateway({ env: { ...env, ...trusted } });
  const client = usePage('trusted', running);

  test('shows the data of a hash, and knows its rows by their ids', async () => {
    expect(await client.take('names')).toEqual(newest(running, 5));
    expect(await client.take('known')).toBe(5);
    expect(client.sent).toMatchObject([
      { extensions: { persistedQuery: { sha256Hash: expect.stringMatching(/[0-9a-f]{64}$/) } } },
    ]);
  });
});

describe('urql with Graphcache', () => {
  const running = open;
  const client = usePage('urql', running);
  interface Shown {
    readonly name: string;
  }

  test('shows all pages of a list as one', async () => {
    const names = (rows: readonly Shown[]) => rows.map(({ name }) => name);
    expect(names(await client.take<readonly Shown[]>('open'))).toEqual(newest(running, 5));
    expect(names(await client.take<readonly Shown[]>('more'))).toEqual(newest(running, 10));
    expect(callsOf(running)).toEqual(['listCampaigns', 'listCampaigns']);
  });

  test('shows a change without another request, and requests a list again that has a new row', async () => {
    await client.take('open');
    expect(await client.take('pauseFirst')).toEqual(['APPLIED', 'PAUSED']);
    expect(callsOf(running)).toEqual(['listCampaigns', 'updateCampaign']);
    expect(await client.take('create')).toEqual(['APPLIED', 'By urql']);
    expect(callsOf(running).slice(2)).toEqual(['createCampaign', 'listCampaigns']);
  });
});

describe('Relay, with trusted documents only', () => {
  const running = ofRelay;
  // Relay warns developers about a create without an edge, such as a refused one.
  const relay = usePage('relay', running, /Expected the server edge to be non-null/);
  const rows = (): Locator => relay.page.locator('li');
  const names = (): Promise<readonly string[]> => relay.page.locator('b').allInnerTexts();
  const press = (label: string, within: Locator = relay.page.locator('main')): Promise<void> =>
    within.getByRole('button', { name: label }).first().click();

  beforeEach(() => rows().nth(4).waitFor());

  test('pages through a connection', async () => {
    await expect.poll(names).toEqual(newest(running, 5));
    await press('More campaigns');
    await rows().nth(9).waitFor();
    await expect.poll(names).toEqual(newest(running, 10));
    expect(callsOf(running)).toEqual(['listCampaigns', 'listCampaigns']);
  });

  test('opens a list later that it requested with first: 0', async () => {
    const { store } = running.emulator;
    const itemsOf = (id: unknown) =>
      store
        .rows('LineItem', accountId)
        .filter((row) => row['campaign_id'] === id && row['deleted'] !== true)
        .filter((row) => row['entity_status'] !== 'DRAFT');
    const index = newestRows(running, 5).findIndex(({ id }) => itemsOf(id).length > 2);
    const items = rows().nth(index).locator('s');
    expect(callsOf(running)).toEqual(['listCampaigns']);
    await press('Line items', rows().nth(index));
    await items.nth(1).waitFor();
    await expect.poll(() => items.count()).toBe(2);
    await press('Line items', rows().nth(index));
    await items.nth(2).waitFor();
    // Relay requests the list by the id of its campaign, which is verified beside it each time.
    expect(callsOf(running).toSorted()).toEqual([
      'getCampaign',
      'getCampaign',
      'listCampaigns',
      'listLineItems',
      'listLineItems',
    ]);
  });

  test('reads a row again by its id alone', async () => {
    const { store } = running.emulator;
    const name = String(newest(running, 1)[0]);
    const [row] = store.by({ entity: 'Campaign', accountId, column: 'name' }, name);
    store.insert('Campaign', accountId, { ...row, name: 'Renamed by somebody' });
    await press('Read again', rows().first());
    await relay.page.getByText('Renamed by somebody').waitFor();
    expect(callsOf(running)).toEqual(['listCampaigns', 'getCampaign']);
  });

  test('puts a new row at the head of the list', async () => {
    const before = newest(running, 5);
    await press('Create “By Relay”');
    await rows().nth(5).waitFor();
    await expect.poll(names).toEqual(['By Relay', ...before]);
    expect(callsOf(running)).toEqual(['listCampaigns', 'createCampaign']);
  });

  test('shows at its field why nothing was created', async () => {
    await press('Create “”');
    await relay.page.getByText('input.name').waitFor();
    await expect.poll(() => rows().count()).toBe(5);
    expect(callsOf(running)).toEqual(['listCampaigns']);
  });

  test('removes deleted rows from the list', async () => {
    const after = newest(running, 5).slice(1);
    await press('Delete', rows().first());
    await rows().nth(4).waitFor({ state: 'detached' });
    await expect.poll(names).toEqual(after);
    expect(callsOf(running)).toEqual(['listCampaigns', 'deleteCampaign']);
  });

  test('shows a pause before its answer, and reverts it if it is refused', async () => {
    const statuses = await relay.page.locator('i').allInnerTexts();
    expect(statuses).toContain('ACTIVE');
    const row = rows().nth(statuses.indexOf('ACTIVE'));
    const status = () => row.locator('i').innerText();
    running.emulator.fault({
      match: { endpoint: 'updateCampaign' },
      fault: { ...untilReleased, kind: 'answer', status: 400, json: { errors: [] } },
    });
    const answered = () => running.emulator.calls().at(-1)?.status;
    await press('Pause', row);
    await expect.poll(status).toBe('PAUSED');
    expect(answered()).not.toBe(400);
    running.emulator.release();
    await expect.poll(answered).toBe(400);
    await expect.poll(status).toBe('ACTIVE');
  });
});
