import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdsGraph } from '../../testing/start.ts';
import { startAdsGraph } from '../../testing/start.ts';

const hour = 3_600_000;
const bikes = '18ce54bik3s';

const ask = async (url: string, query: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  return (await response.json()) as { readonly data: any; readonly errors?: readonly any[] };
};

const accounts = '{ accounts(first: 1) { nodes { id } } }';
describe('a gateway and an emulator for tests', () => {
  let held: AdsGraph;
  beforeAll(async () => {
    held = await startAdsGraph({ now: new Date('2027-03-04T05:06:07Z') });
  });
  beforeEach(() => held.reset());
  afterAll(() => held.close());

  const today = async (): Promise<string> => {
    const { data } = await ask(
      held.gateway.url,
      `{ account(id: "${bikes}") { timezone fundingInstruments(first: 1) { nodes { stats(range: { lastDays: 1 }) { days { date } } } } } }`,
    );
    return data.account.fundingInstruments.nodes[0].stats.days.at(-1).date;
  };

  test('start where configured, with no more calls than usual', async () => {
    expect(await today()).toBe('2027-03-04');
    expect(held.emulator.calls().filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('have a later today after their clock was moved, and the test does not', async () => {
    const before = Date.now();
    held.advance({ hours: 24 });
    expect(await today()).toBe('2027-03-05');
    held.emulator.advance({ hours: 48 });
    expect(await today()).toBe('2027-03-07');
    expect(Date.now() - before).toBeLessThan(hour);
    expect(held.emulator.calls().filter(({ status }) => status !== 200)).toEqual([]);
    await held.reset();
    expect(await today()).toBe('2027-03-04');
  });

  test('check times of inputs on their own clock, also after it was moved', async () => {
    const { data } = await ask(
      held.gateway.url,
      `{ account(id: "${bikes}") { promotableUsers(first: 1) { nodes { userId } } } }`,
    );
    const [{ userId }] = data.account.promotableUsers.nodes;
    const schedule = async (afterMs: number) => {
      const at = new Date(held.emulator.now() + afterMs).toISOString();
      const before = held.emulator.calls().length;
      const answer = await ask(
        held.gateway.url,
        `mutation { createScheduledTweet(input: { accountId: "${bikes}", asUserId: "${userId}", text: "Soon", scheduledAt: "${at}" }) { outcome errors { argument } } }`,
      );
      return { ...answer.data.createScheduledTweet, calls: held.emulator.calls().length - before };
    };
    const done = { outcome: 'APPLIED', errors: [], calls: 1 };
    const refused = { outcome: 'REJECTED', errors: [{ argument: 'input.scheduledAt' }], calls: 0 };
    expect(await schedule(360 * 24 * hour)).toEqual(done);
    expect(await schedule(400 * 24 * hour)).toEqual(refused);
    held.advance({ hours: 24 * 100 });
    expect(await schedule(360 * 24 * hour)).toEqual(done);
    expect(await schedule(400 * 24 * hour)).toEqual(refused);
  });

  test('reopen a used up rate window at its time', async () => {
    held.emulator.set({ rateLimits: { global: 1 } });
    const codes = async () => {
      const { errors } = await ask(held.gateway.url, accounts, { 'cache-control': 'no-cache' });
      return errors?.map(({ extensions }) => extensions.code);
    };
    expect(await codes()).toBeUndefined();
    expect(await codes()).toEqual(['UPSTREAM_RATE_LIMITED']);
    held.advance({ hours: 0.2 });
    expect(await codes()).toEqual(['UPSTREAM_RATE_LIMITED']);
    held.advance({ hours: 0.1 });
    expect(await codes()).toBeUndefined();
  });

  test('publish a scheduled post at its time', async () => {
    const { data } = await ask(
      held.gateway.url,
      `mutation { createScheduledTweet(input: { accountId: "${bikes}", asUserId: "1480000000000000101", text: "Later", scheduledAt: "2027-03-04T08:00:00Z" }) { outcome scheduledTweet { restId scheduledStatus } errors { message } } }`,
    );
    const { outcome, scheduledTweet } = data.createScheduledTweet;
    expect([outcome, scheduledTweet.scheduledStatus]).toEqual(['APPLIED', 'SCHEDULED']);
    const status = async () => {
      const query = `{ account(id: "${bikes}") { scheduledTweet(id: "${scheduledTweet.restId}") { scheduledStatus } } }`;
      return (await ask(held.gateway.url, query)).data.account.scheduledTweet.scheduledStatus;
    };
    held.advance({ hours: 2 });
    expect(await status()).toBe('SCHEDULED');
    held.advance({ hours: 1 });
    expect(await status()).not.toBe('SCHEDULED');
  });

  test('copy the end of a line item until a day after it', async () => {
    const at = (hours: number) => new Date(held.emulator.now() + hours * hour).toISOString();
    const { data } = await ask(
      held.gateway.url,
      `mutation { launchCampaign(input: { accountId: "${bikes}", idempotencyKey: "ends",
        campaign: { name: "Short", fundingInstrumentId: "fik3s000", dailyBudget: "5" },
        lineItems: [{ lineItem: { name: "Two days", objective: ENGAGEMENTS, productType: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], bidStrategy: AUTO, startTime: "${at(1)}", endTime: "${at(48)}" } }]
      }) { outcome campaign { restId } errors { message } } }`,
    );
    const { outcome, campaign } = data.launchCampaign;
    expect(outcome).toBe('APPLIED');
    const lost = async (key: string): Promise<string> => {
      const copied = await ask(
        held.gateway.url,
        `mutation { copyCampaign(input: { accountId: "${bikes}", campaignId: "${campaign.restId}", idempotencyKey: "${key}" }) { errors { message } } }`,
      );
      return JSON.stringify(copied.data.copyCampaign.errors);
    };
    expect(await lost('early')).not.toContain('End time must be given.');
    held.advance({ hours: 47 });
    expect(await lost('in time')).not.toContain('End time must be given.');
    held.advance({ hours: 26 });
    expect(await lost('late')).toContain('End time must be given.');
  });

  test('keep a session until its time is over', async () => {
    const session = await held.emulator.session('emulator_colleague');
    const signedIn = async () => {
      const headers = { authorization: `Bearer ${session}` };
      const { data } = await ask(held.gateway.url, '{ viewer { signedIn } }', headers);
      return data?.viewer.signedIn;
    };
    expect(await signedIn()).toBe(true);
    held.advance({ hours: 24 * 365 });
    expect(await signedIn()).toBeUndefined();
  });

  test('do not go back in time', () => {
    expect(() => held.advance({ hours: -1 })).toThrow('the clock only moves forward');
  });

  test('explain an invalid fault in one sentence', () => {
    const { fault } = held.emulator;
    // @ts-expect-error: no endpoint has this name
    expect(() => fault({ match: { endpoint: 'listCampaign' }, fault: { kind: 'drop' } })).toThrow(
      /^fault order\.match\.endpoint: no endpoint is named "listCampaign"\. Did you mean "listCampaigns"[^\n]*\?$/,
    );
    // @ts-expect-error: no fault has this name
    expect(() => fault({ fault: { kind: 'hangs' } })).toThrow(
      /^fault order\.fault(\.kind)?: no fault is named "hangs"\. Did you mean "hang"\?$/,
    );
    // @ts-expect-error: no fault has this member
    expect(() => fault({ fault: { kind: 'hang' }, time: 1 })).toThrow(
      /^fault order: [^\n]*"time"$/,
    );
    expect(held.emulator.calls()).toEqual([]);
  });
});
