import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Answer, AnswerError } from '../support/gateway.ts';
import type { Random } from '../support/random.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';
import { idsIn, statsCalls, statsGateway } from '../support/stats-gateway.ts';
import type { Hour } from '../support/stats-reference.ts';
import { dayIn, midnightIn, slowResults, sumOf } from '../support/stats-reference.ts';
import { berlin, day, hour, iso, losAngeles, start } from '../support/stats-story.ts';

vi.setConfig({ testTimeout: patience });

const { running, moveTo } = statsGateway();
let slow: ReturnType<typeof slowResults>;
beforeEach(() => {
  slow = slowResults(running.emulator, () => start);
});
afterAll(() => slow.close());

const zones: Readonly<Record<string, string>> = {
  [berlin]: 'Europe/Berlin',
  [losAngeles]: 'America/Los_Angeles',
  '18ce54gam3j': 'Asia/Tokyo',
  '18ce54trv4l': 'Europe/London',
};
const kinds = {
  campaigns: 'CAMPAIGN',
  lineItems: 'LINE_ITEM',
  promotedTweets: 'PROMOTED_TWEET',
  fundingInstruments: 'FUNDING_INSTRUMENT',
} as const;

/** Figures: their names in the graph, with the names of the API. */
const everywhere = {
  impressions: 'impressions',
  likes: 'likes',
  billedChargeLocalMicro: 'billed_charge_local_micro',
};
const figures = {
  ...everywhere,
  clicks: 'clicks',
  videoTotalViews: 'video_total_views',
  'conversionSiteVisits { postView }': 'conversion_site_visits.post_view',
  'conversionPurchases { saleAmount }': 'conversion_purchases.sale_amount',
  'mobileConversionInstalls { postEngagement }': 'mobile_conversion_installs.post_engagement',
};

/** One query for results: the range as it is written, and the instants that it means. */
interface StatsQuery {
  readonly range: string;
  readonly from: number;
  readonly to: number;
  readonly spans: readonly ('total' | 'days' | 'hours')[];
  readonly metrics: readonly (readonly [string, string])[];
}

const someOf = <T>(random: Random, values: readonly T[]): readonly T[] => {
  const some = values.filter(() => random.chance(0.5));
  return some.length > 0 ? some : [random.of(values)];
};

const dateOf = (random: Random): string => iso(start - random.upTo(85) * day).slice(0, 10);
const plus = (date: string, days: number): string =>
  iso(Date.parse(date) + days * day).slice(0, 10);

/** The kind, time zone and date of the queries in one document. */
interface Place {
  readonly kind: keyof typeof kinds;
  readonly zone: string;
  /** A day on which many of their ranges begin, so that some lie in others. */
  readonly date: string;
}

const wantedIn = (random: Random, { kind, zone, date }: Place): StatsQuery => {
  const metrics = someOf(
    random,
    Object.entries(kind === 'fundingInstruments' ? everywhere : figures),
  );
  const spans = someOf(random, ['total', 'days', 'hours'] as const);
  const length = 1 + random.upTo(random.chance(0.3) ? 40 : 9);
  const midnight = (date: string): number => midnightIn(zone, date);
  const form = random.upTo(2);
  if (form === 0) {
    const today = dayIn(zone, start);
    const [from, to] = [midnight(plus(today, 1 - length)), midnight(plus(today, 1))];
    return { range: `lastDays: ${length}`, from, to, spans, metrics };
  }
  const first = random.chance(0.5) ? date : dateOf(random);
  if (form === 1) {
    const range = `days: { first: "${first}", last: "${plus(first, length - 1)}" }`;
    const [from, to] = [midnight(first), midnight(plus(first, length))];
    return { range, from, to, spans, metrics };
  }
  const from = Date.parse(first) + random.upTo(23) * hour;
  const to = from + length * day + random.upTo(23) * hour;
  const range = `hours: { start: "${iso(from)}", end: "${iso(to)}" }`;
  return { range, from, to, spans: spans.filter((span) => span !== 'days'), metrics };
};

const selectionOf = ({ range, spans, metrics }: StatsQuery, alias: string): string => {
  const names = metrics.map(([name]) => name).join(' ');
  const parts = {
    total: `total { ${names} }`,
    days: `days { date metrics { ${names} } }`,
    hours: `hours { start metrics { ${names} } }`,
  };
  return `${alias}: stats(range: { ${range} }) { start end ${spans.map((span) => parts[span]).join(' ')} }`;
};

/** A figure of an answer; nothing counts as 0. */
const figureIn = (shown: Readonly<Record<string, unknown>>, name: string): bigint => {
  const [field = '', member] = name.split(/\W+/);
  const value = shown[field] as Readonly<Record<string, unknown>> | string | null;
  const figure =
    member === undefined || value === null ? value : (value as object)[member as never];
  return BigInt((figure as string | null) ?? 0);
};

type ShownFigures = Readonly<Record<string, unknown>>;

const expectSums = (
  shown: ShownFigures,
  { metrics, range }: StatsQuery,
  hours: readonly Hour[],
): void => {
  for (const [name, wire] of metrics)
    expect(figureIn(shown, name), `${name} of ${range}`).toBe(sumOf(hours, wire));
};

interface ShownStats {
  readonly start: string;
  readonly end: string;
  readonly total?: ShownFigures;
  readonly days?: readonly { readonly date: string; readonly metrics: ShownFigures }[];
  readonly hours?: readonly { readonly start: string; readonly metrics: ShownFigures }[];
}

const expectResults = (
  shown: ShownStats,
  wanted: StatsQuery,
  { hours, zone }: { readonly hours: readonly Hour[]; readonly zone: string },
): void => {
  const { from, to } = wanted;
  expect([shown.start, shown.end]).toEqual([iso(from), iso(to)]);
  if (shown.total !== undefined) expectSums(shown.total, wanted, hours);
  if (shown.hours !== undefined) {
    expect(shown.hours.map((one) => Date.parse(one.start))).toEqual(
      hours.map((_, index) => from + index * hour),
    );
    for (const [index, one] of shown.hours.entries()) {
      expectSums(one.metrics, wanted, hours.slice(index, index + 1));
    }
  }
  if (shown.days !== undefined) {
    const byDay = Map.groupBy(hours.entries(), ([index]) => dayIn(zone, from + index * hour));
    expect(shown.days.map(({ date }) => date)).toEqual([...byDay.keys()]);
    for (const { date, metrics } of shown.days) {
      const ofDay = (byDay.get(date) ?? []).map(([, figures]) => figures);
      expectSums(metrics, wanted, ofDay);
    }
  }
};

/** The entities of which a call failed. */
const lostIn = ({ calls }: Answer): ReadonlySet<string> =>
  new Set(
    statsCalls(calls)
      .filter(({ status }) => status !== 200)
      .flatMap(idsIn),
  );

const pathsOf = (errors: readonly AnswerError[] = []): readonly string[] =>
  errors.map(({ path = [] }) => path.join('.')).toSorted();

test(`figures are sums of hours, and an entity with a failed part has none, for random queries (SEED=${seed})`, async () => {
  const random = randomFrom(seed);
  let lost = 0;
  for (let run = 0; run < runs(10, 2000); run += 1) {
    const [account = '', zone = ''] = random.of(Object.entries(zones));
    const list = random.of(Object.keys(kinds) as (keyof typeof kinds)[]);
    const place = { kind: list, zone, date: dateOf(random) };
    const wanted = Array.from({ length: 1 + random.upTo(2) }, () => wantedIn(random, place));
    const first = random.chance(0.2) ? 25 : 1 + random.upTo(4);
    const selection = wanted.map((one, index) => selectionOf(one, `s${index}`)).join(' ');
    const timezone = random.chance(0.3) ? 'timezone' : '';
    const document = `{ account(id: "${account}") { ${timezone} ${list}(first: ${first}) { nodes { restId ${selection} } } } }`;
    // In the first query the first call fails.
    if (run === 0 || random.chance(0.3)) {
      running.emulator.fault({
        match: { endpoint: 'getStats' },
        skip: run === 0 ? 0 : random.upTo(3),
        times: 1,
        fault: { kind: 'answer', status: 403 },
      });
    }
    const headers = random.chance(0.5) ? { 'cache-control': 'no-cache' } : undefined;
    const answer = await running.ask(document, {}, headers && { headers });
    running.emulator.reset();
    await moveTo(start);
    const gone = lostIn(answer);
    lost += gone.size;
    const failed: string[] = [];
    for (const [row, node] of answer.data.account[list].nodes.entries()) {
      for (const [index, one] of wanted.entries()) {
        const shown = node[`s${index}`] as ShownStats | null;
        if (shown === null) {
          expect(gone, document).toContain(node.restId);
          failed.push(`account.${list}.nodes.${row}.s${index}`);
          continue;
        }
        const entity = [account, kinds[list], node.restId] as const;
        // A sample of the rows, because this is slow.
        if (row > 3 && row % 9 !== 0) continue;
        expectResults(shown, one, { hours: await slow.hours(entity, [one.from, one.to]), zone });
      }
    }
    expect(pathsOf(answer.errors), document).toEqual(failed.toSorted());
    if (gone.size > 0) expect(failed.length, document).toBeGreaterThan(0);
  }
  expect(lost).toBeGreaterThan(0);
});
