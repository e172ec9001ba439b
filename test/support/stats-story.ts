import { beforeEach } from 'vitest';
import type { StoredRow } from '../../emulator/store.ts';
import { useEmulator } from './emulator.ts';
import type { Query, Response } from './signed.ts';

/** Accounts of the emulator: their days begin in Berlin, and in Los Angeles. */
export const berlin = '18ce54bik3s';
export const losAngeles = '18ce54cf3e2';

export const hour = 3_600_000;
export const day = 24 * hour;

/** A Monday, 15:20 in Berlin. */
export const start = Date.parse('2026-11-23T14:20:00Z');

/** The parameters of a call; the others are as below. */
export interface StatsParameters {
  readonly account?: string;
  readonly start: string;
  readonly end: string;
  readonly granularity?: string;
  readonly groups?: string;
  readonly placement?: string;
}

/** The figures of one entity, by the names of the API. */
export type Figures = Readonly<Record<string, readonly number[] | null>>;

export const iso = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

/** The sum of a series; nothing counts as 0. */
export const total = (series: readonly number[] | null | undefined): number => sum(series ?? []);

/** An emulator whose clock is stopped, and calls for its results. */
export const statsStory = (rateWindows = false) => {
  const clock = { now: start };
  const held = useEmulator({ now: () => clock.now, rateWindows });
  beforeEach(() => {
    clock.now = start;
  });
  const signedNow = () => ({ timestamp: Math.floor(clock.now / 1000) });
  const get = (path: string, query: Query = {}) =>
    held.client.get(`/12/${path}`, query, signedNow());
  const send = (method: 'post' | 'put' | 'del', path: string, values: Query = {}) =>
    held.client[method](`/12/${path}`, values, signedNow());
  const postQuery = (path: string, query: Query) =>
    held.client.send('POST', `/12/${path}`, { query, ...signedNow() });

  const ask = (kind: string, ids: string, asked: StatsParameters): Promise<Response> =>
    get(`stats/accounts/${asked.account ?? berlin}`, {
      entity: kind,
      entity_ids: ids,
      start_time: asked.start,
      end_time: asked.end,
      granularity: asked.granularity ?? 'TOTAL',
      metric_groups: asked.groups ?? 'ENGAGEMENT,BILLING,VIDEO',
      placement: asked.placement ?? 'ALL_ON_TWITTER',
    });

  /** The figures of one entity. */
  const figures = async (kind: string, id: string, asked: StatsParameters): Promise<Figures> => {
    const { status, body } = await ask(kind, id, asked);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body['data']?.[0]?.['id_data']?.[0]?.['metrics'] as unknown as Figures;
  };

  const seeded = (entity: string, account: string, holds: (row: StoredRow) => boolean) => {
    const row = held.emulator.store.rows(entity, account).find(holds);
    if (row === undefined) throw new Error(`there is no such ${entity}`);
    return row;
  };

  /** A campaign with one line item that shows this many posts, all from the first of June on. */
  const campaign = (
    name: string,
    more: {
      readonly campaign?: object;
      readonly lineItem?: object;
      readonly posts?: number;
      readonly account?: string;
    } = {},
  ) => {
    const { account = berlin, posts = 1 } = more;
    const { store } = held.emulator;
    const funding = seeded(
      'FundingInstrument',
      account,
      (row) => row['type'] === 'CREDIT_CARD' && row['deleted'] === false,
    );
    store.insert('FundingInstrument', account, {
      ...funding,
      id: `f${name}`,
      start_time: '2026-01-01T00:00:00Z',
      end_time: null,
    });
    const usual = {
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      deleted: false,
      entity_status: 'ACTIVE',
    };
    store.insert('Campaign', account, {
      ...seeded('Campaign', account, () => true),
      ...usual,
      id: `c${name}`,
      funding_instrument_id: `f${name}`,
      budget_optimization: 'CAMPAIGN',
      daily_budget_amount_local_micro: 100_000_000,
      total_budget_amount_local_micro: null,
      ...more.campaign,
    });
    store.insert('LineItem', account, {
      ...seeded('LineItem', account, () => true),
      ...usual,
      id: `l${name}`,
      campaign_id: `c${name}`,
      funding_instrument_id: `f${name}`,
      product_type: 'PROMOTED_TWEETS',
      objective: 'ENGAGEMENTS',
      pay_by: 'ENGAGEMENT',
      start_time: '2026-01-01T00:00:00Z',
      end_time: '2027-12-31T00:00:00Z',
      daily_budget_amount_local_micro: null,
      total_budget_amount_local_micro: null,
      ...more.lineItem,
    });
    const promoted = Array.from({ length: posts }, (_, index) => `p${name}${index}`);
    for (const id of promoted) {
      store.insert('PromotedTweet', account, {
        ...seeded('PromotedTweet', account, () => true),
        ...usual,
        id,
        line_item_id: `l${name}`,
        approval_status: 'ACCEPTED',
      });
    }
    return { campaign: `c${name}`, lineItem: `l${name}`, funding: `f${name}`, posts: promoted };
  };

  return { held, clock, get, send, postQuery, ask, figures, campaign };
};
