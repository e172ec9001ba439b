import { type ByIds, inHalves } from '../../../loaders/by-key.ts';
import { inChunks } from '../../../loaders/page-query.ts';
import { badFigures, refuseProblems, timesIn } from '../../../loaders/stats/figures.ts';
import { intervalUntil, type StatsInterval, timesOf } from '../../../loaders/stats/intervals.ts';
import type { Range } from '../../../loaders/stats/stats-query.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import { lowerId } from '../../../upstream/catalogue/language/identifiers.ts';
import { idOf, lowerIdOf, type Row, SOURCE } from '../../../upstream/client/row.ts';
import type { Load, LoadContext } from '../../field.ts';
import { grouped } from '../grouped.ts';
import { rangeIn } from './range.ts';

const idsPerCall = 20;

/** Loads the people that entities reached, 20 entities in a call. `param` takes their ids. */
export const reach =
  (endpoint: Endpoint, param: string): Load<Row, Row> =>
  (rows, args, context, field) => {
    const range = rangeIn(args);
    const asking = { context, field };
    return grouped(
      rows,
      (row) => row[SOURCE].accountId ?? '',
      async (group) => {
        const accountId = group[0]?.[SOURCE].accountId ?? '';
        const interval = await intervalIn(range, accountId, asking);
        const input = { account_id: accountId, ...timesOf(interval) };
        const found = await readAll({ endpoint, param, interval, input }, group.map(idOf), asking);
        return group.map((row) => found.get(lowerIdOf(row)) ?? lacking(endpoint));
      },
    );
  };

const lacking = (endpoint: Endpoint): Error =>
  badFigures('the response lacks a requested id', endpoint);

/** A range in whole days or hours. The last days end with today in the time zone of the account. */
const intervalIn = async (
  range: Range,
  accountId: string,
  asking: LoadContext,
): Promise<StatsInterval> => {
  if ('interval' in range) return range.interval;
  const { context, field } = asking;
  const zone = await context.loaders.timeZones.read(accountId, field.trace);
  return intervalUntil(zone.dayAt(context.now()), range.lastDays);
};

interface ReachReading {
  readonly endpoint: Endpoint;
  readonly param: string;
  readonly interval: StatsInterval;
  readonly input: Readonly<Record<string, unknown>>;
}

const readAll = async (
  { endpoint, param, interval, input }: ReachReading,
  ids: readonly string[],
  { context, field }: LoadContext,
): Promise<ByIds<Row>> => {
  const chunks = inChunks([...new Set(ids.map(lowerId))], idsPerCall);
  await context.ads.prepareRoom(endpoint, input, chunks.length);
  context.ads.requireRoom(endpoint, input, chunks.length);
  const read = async (some: readonly string[]): Promise<ByIds<Row>> => {
    const reachInput = { ...input, [param]: some };
    const response = await context.loaders.read(endpoint, reachInput, field.trace);
    refuseProblems(response);
    timesIn(response, interval, endpoint);
    return new Map(response.rows.map((row) => [lowerIdOf(row), row]));
  };
  const found = await Promise.all(chunks.map((chunk) => inHalves(chunk, param, read)));
  return new Map(found.flatMap((some) => [...some]));
};
