import { gunzipSync } from 'node:zlib';
import type { Emulator } from '../../emulator/server.ts';
import type { Body, signedClient } from './signed.ts';
import { dayIn, midnightIn } from './stats-reference.ts';
import type { describedIn } from './warehouse.ts';

type Texts = Readonly<Record<string, string | null>>;
type Columns = ReturnType<typeof describedIn>['columns'];

/** The path of each table in the API, and its kind of results. */
const paths: Readonly<Record<string, readonly [path: string, entity: string]>> = {
  accounts: ['', 'ACCOUNT'],
  funding_instruments: ['funding_instruments', 'FUNDING_INSTRUMENT'],
  campaigns: ['campaigns', 'CAMPAIGN'],
  line_items: ['line_items', 'LINE_ITEM'],
  promoted_tweets: ['promoted_tweets', 'PROMOTED_TWEET'],
  targeting_criteria: ['targeting_criteria', ''],
};

const inChunks = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );

const decimal = (micros: string): string => {
  const digits = micros.padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

const microsOf = (row: Body, name: string): unknown =>
  row[`${name}_amount_local_micro`] ?? row[`${name}_local_micro`] ?? null;

/** A value of the API as DuckDB writes it. */
const textOf = (row: Body, { name, type }: Columns[number]): string | null => {
  const value = type === 'DECIMAL' ? microsOf(row, name) : row[name];
  if (value === null || value === undefined) return null;
  if (type === 'DECIMAL') return decimal(String(value));
  if (type === 'TIMESTAMP') return String(value).replace('T', ' ').replace('Z', '');
  return type === 'JSON' ? JSON.stringify(value) : String(value);
};

/** Reads tables of an account from the API itself, by signed requests, without the gateway. */
export const apiTables = (
  emulator: Emulator,
  client: ReturnType<typeof signedClient>,
  now: () => number,
) => {
  const get = async (path: string, query: Readonly<Record<string, string>>): Promise<Body> => {
    const options = { timestamp: Math.floor(now() / 1000) };
    const { status, body, text } = await client.get(path, query, options);
    if (status !== 200) throw new Error(text);
    return body;
  };
  const list = async (path: string, query: Readonly<Record<string, string>> = {}) => {
    const rows: Body[] = [];
    for (let cursor = ''; ; ) {
      const asked = { count: '1000', with_deleted: 'true', ...query, ...(cursor && { cursor }) };
      const body = await get(path, asked);
      rows.push(...(body['data'] ?? []));
      cursor = String(body['next_cursor'] ?? '');
      if (cursor === '') return rows;
    }
  };
  const raw = async (table: string, account: string): Promise<readonly Body[]> => {
    const [path = ''] = paths[table] ?? [];
    const base = `/12/accounts/${account}`;
    if (table === 'accounts') return [(await get(base, { with_deleted: 'true' }))['data'] as Body];
    const hasDrafts = ['campaigns', 'line_items'].includes(table);
    const drafts = hasDrafts ? { with_draft: 'true' } : {};
    if (table !== 'targeting_criteria') return list(`${base}/${path}`, drafts);
    const items = emulator.store.rows('LineItem', account).map((row) => String(row['id']));
    const parts = await Promise.all(
      inChunks(items, 200).map((ids) => list(`${base}/${path}`, { line_item_ids: ids.join() })),
    );
    return parts.flat();
  };
  /** The rows of a table of entities, as texts. */
  const entities = async (table: string, account: string, columns: Columns) =>
    (await raw(table, account)).map(
      (row): Texts =>
        Object.fromEntries(
          columns.map((column) => [
            column.name,
            column.name === 'account_id' ? account : textOf(row, column),
          ]),
        ),
    );
  /** The file of a job that ends at once. */
  const job = async (account: string, query: Readonly<Record<string, string>>): Promise<Body> => {
    const path = `/12/stats/jobs/accounts/${account}`;
    const timestamp = Math.floor(now() / 1000);
    const begun = await client.send('POST', path, { query, timestamp });
    if (begun.status !== 201) throw new Error(begun.text);
    const [ended] =
      (await get(path, { job_ids: String(begun.body['data']?.['id_str']) }))['data'] ?? [];
    const file = await fetch(String(ended?.['url']));
    return JSON.parse(gunzipSync(await file.arrayBuffer()).toString()) as Body;
  };
  return { entities, raw, get, job };
};

/** The row of a table of results as texts; null if nothing happened. */
const rowOfFigures = (
  columns: Columns,
  known: Texts,
  figure: (name: string) => string,
): Texts | null => {
  const made = columns.map(({ name, type }): [string, string | null] => {
    if (name in known) return [name, known[name] ?? null];
    return [name, type === 'DECIMAL' ? decimal(figure(`${name}_local_micro`)) : figure(name)];
  });
  const hasAny = made.some(([name, value]) => !(name in known) && Number(value) !== 0);
  return hasAny ? Object.fromEntries(made) : null;
};

const groupsOf: Readonly<Record<string, string>> = {
  ACCOUNT: 'ENGAGEMENT',
  FUNDING_INSTRUMENT: 'ENGAGEMENT,BILLING',
};

interface DaysRequest {
  /** The table, without the dimension that divides its results. */
  readonly table: string;
  readonly account: string;
  readonly columns: Columns;
  readonly days: readonly string[];
  /** Parameters of jobs that divide the results. */
  readonly divided?: Readonly<Record<string, string>>;
  /** Groups of figures that are requested one after the other. */
  readonly groups?: readonly string[];
}

/** The figures of each day by their names: `clicks`, or `conversion_purchases_post_view`. */
const figuresIn = (metrics: readonly Body[]): ReadonlyMap<string, Body> => {
  const named = metrics
    .flatMap(Object.entries)
    .flatMap(([metric, value]) =>
      value === null || Array.isArray(value)
        ? [[metric, value] as const]
        : Object.entries(value).map(([part, days]) => [`${metric}_${part}`, days as Body] as const),
    );
  // A figure that two groups have is taken from the first.
  return new Map(named.toReversed());
};

/** The rows of results by day, of every entity of an account, as the API has them. */
export const apiDays = async (
  { get, job, raw }: ReturnType<typeof apiTables>,
  { table, account, columns, days, divided, groups }: DaysRequest,
): Promise<readonly Texts[]> => {
  const [ofAccount] = await raw('accounts', account);
  const zone = String(ofAccount?.['timezone']);
  const of = table.replace('_days', '');
  const [, entity = ''] = paths[`${of}s`] ?? [];
  const isAccount = entity === 'ACCOUNT';
  const all = await raw(`${of}s`, account);
  const items = entity === 'PROMOTED_TWEET' ? await raw('line_items', account) : all;
  const textIn = (row: Body | undefined, name: string) => String(row?.[name] ?? '');
  const currencies = new Map(items.map((row) => [textIn(row, 'id'), textIn(row, 'currency')]));
  const iso = (time: number) => new Date(time).toISOString().replace('.000', '');
  const rows: Texts[] = [];
  for (const week of inChunks(days, 7)) {
    const [first = '', last = first] = [week[0], week.at(-1)];
    const start = midnightIn(zone, first);
    const end = midnightIn(zone, dayIn(zone, midnightIn(zone, last) + 36 * 3_600_000));
    const places = isAccount ? ['ALL_ON_TWITTER'] : ['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND'];
    for (const placement of places) {
      for (const some of inChunks(all, 20)) {
        const query = {
          entity,
          entity_ids: some.map((row) => row['id']).join(),
          start_time: iso(start),
          end_time: iso(end),
          granularity: 'DAY',
          placement,
        };
        const bodies: Body[] = [];
        for (const metric_groups of groups ?? [groupsOf[entity] ?? 'ENGAGEMENT,BILLING,VIDEO']) {
          const one = { ...query, metric_groups };
          const isWhole = divided === undefined;
          const path = `/12/stats/accounts/${account}`;
          bodies.push(isWhole ? await get(path, one) : await job(account, { ...one, ...divided }));
        }
        for (const [index, one] of (bodies[0]?.['data'] ?? []).entries()) {
          const id = textIn(one, 'id');
          const row = some.find((other) => textIn(other, 'id') === id);
          const payer = entity === 'PROMOTED_TWEET' ? textIn(row, 'line_item_id') : id;
          const currency = currencies.get(payer) ?? null;
          for (const [part, { segment }] of (one['id_data'] ?? []).entries()) {
            const metrics = bodies.map(
              ({ data }) => data?.[index]?.['id_data']?.[part]?.['metrics'] as Body,
            );
            const figures = figuresIn(metrics);
            week.forEach((date, at) => {
              const known = {
                account_id: account,
                [`${of}_id`]: id,
                date,
                placement,
                segment: String(segment?.['segment_value']),
                segment_name: String(segment?.['segment_name']),
                time_zone: zone,
                currency,
              };
              const made = rowOfFigures(columns, known, (name) =>
                String(figures.get(name)?.[at] ?? 0),
              );
              if (made !== null) rows.push(made);
            });
          }
        }
      }
    }
  }
  return rows;
};
