import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import { Pool } from 'undici';
import type { CollectionEntity } from '../workload/entities.ts';
import { collections } from '../workload/entities.ts';
import type { Row } from '../workload/rows.ts';

// One client for all peers, so that servers are compared and not clients: undici, as many
// connections as the gateway has, JSON.parse. It signs, as each client of the API must, and checks
// nothing.
const upstream = process.env['UPSTREAM'] ?? '';
const pool = new Pool(upstream, { connections: 64, pipelining: 1 });
const oauth = new OAuth({
  consumer: { key: 'benchmarkConsumerKey', secret: 'benchmarkConsumerSecret' },
  signature_method: 'HMAC-SHA1',
  hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
});
const token = { key: '1-benchmarkAccessToken', secret: 'benchmarkAccessTokenSecret' };
const signed = (url: string) =>
  oauth.toHeader(oauth.authorize({ url, method: 'GET' }, token)).Authorization;

// The process ends normally, so that Node writes its profile.
process.on('SIGTERM', () => process.exit(0));

/** The port on which the peer listens. */
export const port = Number(process.env['PORT']);

/** A row and the account that it is read from. */
export interface Key {
  readonly account: string;
  readonly id: string;
}

/** A range of days, of which the last one is excluded. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

/** Results of an entity: each figure of each time span; null if there is none. */
export interface Results {
  readonly id: string;
  readonly id_data: readonly [
    { readonly metrics: Readonly<Record<string, readonly (number | null)[] | null>> },
  ];
}

interface Page {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

const get = async (address: string): Promise<unknown> => {
  const path = `/12/${address}`;
  const headers = { authorization: signed(upstream + path) };
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
  const answer: unknown = JSON.parse(await body.text());
  if (statusCode !== 200) throw new Error(`GET ${path}: ${statusCode}`);
  return answer;
};

/** One page of the campaigns of an account, and the cursor of the next one. */
export const campaignPage = async (account: string, count: number, cursor: string | null) =>
  (await get(
    `accounts/${account}/campaigns?count=${count}${cursor === null ? '' : `&cursor=${cursor}`}`,
  )) as Page;

const whole = async (path: string): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page = (await get(cursor === null ? path : `${path}&cursor=${cursor}`)) as Page;
    if (cursor === null && page.next_cursor === null) return page.data;
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
};

/** One account. */
export const account = async (id: string): Promise<Row> =>
  ((await get(`accounts/${id}`)) as { readonly data: Row }).data;

/** All accounts. */
export const accounts = (): Promise<readonly Row[]> => whole('accounts?count=1000');

/** The first campaigns of an account. */
export const campaigns = async (id: string, first: number): Promise<readonly Row[]> =>
  (await campaignPage(id, first, null)).data;

/** Results of campaigns of an account: at most 20 ids and 7 days to a call, all at once. */
export const stats = async (
  id: string,
  ids: readonly string[],
  { windows, granularity }: { readonly windows: readonly Window[]; readonly granularity: string },
): Promise<readonly (readonly Results[])[]> => {
  const parts = Array.from({ length: Math.ceil(ids.length / 20) }, (_, part) =>
    ids.slice(part * 20, (part + 1) * 20).join(','),
  );
  return Promise.all(
    windows.map(async ({ start, end }) => {
      const answers = await Promise.all(
        parts.map((some) =>
          get(
            `stats/accounts/${id}?entity=CAMPAIGN&entity_ids=${some}&start_time=${start}&end_time=${end}` +
              `&granularity=${granularity}&metric_groups=ENGAGEMENT,BILLING&placement=ALL_ON_TWITTER`,
          ),
        ),
      );
      return answers.flatMap((answer) => (answer as { readonly data: readonly Results[] }).data);
    }),
  );
};

const maxIds = 200;

/**
 * Passes each row of these ids to `take`, with at most 200 ids to a call; all calls run in
 * parallel.
 */
const eachRow = async (
  keys: readonly Key[],
  list: { readonly path: string; readonly ids: string },
  take: (row: Row) => void,
): Promise<void> => {
  const perAccount = Map.groupBy(keys, (key) => key.account);
  const reads = [...perAccount].flatMap(([id, own]) => {
    const ids = [...new Set(own.map((key) => key.id))];
    const parts = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, part) =>
      ids.slice(part * maxIds, (part + 1) * maxIds),
    );
    return parts.map((some) =>
      whole(`accounts/${id}/${list.path}?count=1000&${list.ids}=${some.join(',')}`),
    );
  });
  for (const rows of await Promise.all(reads)) rows.forEach(take);
};

/** The row of each key, in the order of the keys. */
export const byId = async (
  of: CollectionEntity,
  keys: readonly Key[],
): Promise<readonly (Row | null)[]> => {
  const found = new Map<string, Row>();
  await eachRow(keys, collections[of], (row) => found.set(row.id, row));
  return keys.map(({ id }) => found.get(id) ?? null);
};

/** The rows below each key, in the order of the keys. */
export const below = async (
  of: CollectionEntity,
  column: 'campaign_id' | 'line_item_id',
  keys: readonly Key[],
): Promise<readonly (readonly Row[])[]> => {
  const found = new Map<unknown, Row[]>(keys.map(({ id }) => [id, []]));
  await eachRow(keys, { path: collections[of].path, ids: `${column}s` }, (row) =>
    found.get(row[column])?.push(row),
  );
  return keys.map(({ id }) => found.get(id) ?? []);
};

/** The links and lists below many rows, each read for all of the rows at once. */
export const edges = {
  fundingInstrument: (keys: readonly Key[]) => byId('FundingInstrument', keys),
  campaign: (keys: readonly Key[]) => byId('Campaign', keys),
  lineItems: (keys: readonly Key[]) => below('LineItem', 'campaign_id', keys),
  promotedTweets: (keys: readonly Key[]) => below('PromotedTweet', 'line_item_id', keys),
  targetingCriteria: (keys: readonly Key[]) => below('TargetingCriterion', 'line_item_id', keys),
} as const;

/** The key of a row, or of the row that one of its columns names. */
export const keyOf = (row: Row, column = 'id'): Key => ({
  account: String(row['account_id']),
  id: String(row[column]),
});
