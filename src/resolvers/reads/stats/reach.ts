import { inChunks } from '../../../loaders/slices.ts';
import { timesIn, unreadable } from '../../../loaders/stats/found-figures.ts';
import type { ByIds } from '../../../loaders/stats/in-halves.ts';
import { inHalves } from '../../../loaders/stats/in-halves.ts';
import type { StatsWindow } from '../../../loaders/stats/range-windows.ts';
import { windowUntil } from '../../../loaders/stats/range-windows.ts';
import { refuseProblems, timesOf } from '../../../loaders/stats/stats-calls.ts';
import type { Range } from '../../../loaders/stats/stats-plan.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Row } from '../../../upstream/client/row.ts';
import { idOf, SOURCE } from '../../../upstream/client/row.ts';
import type { Asking, Load } from '../../field.ts';
import { grouped } from '../grouped.ts';
import { rangeIn } from './range.ts';

const idsPerCall = 20;

/**
 * Loads how many people entities reached, up to 20 of an account in one call. `param` takes their
 * ids.
 */
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
        const window = await windowIn(range, accountId, asking);
        const input = { account_id: accountId, ...timesOf(window) };
        const found = await readAll({ endpoint, param, window, input }, group.map(idOf), asking);
        return group.map((row) => found.get(idOf(row).toLowerCase()) ?? lacking(endpoint));
      },
    );
  };

const lacking = (endpoint: Endpoint): Error =>
  unreadable('the answer lacks an id that was asked for', endpoint);

/** A range in whole days or hours. The last days end with today in the time zone of the account. */
const windowIn = async (range: Range, accountId: string, asking: Asking): Promise<StatsWindow> => {
  if ('window' in range) return range.window;
  const { context, field } = asking;
  const zone = await context.loaders.timeZones.read(accountId, field.trace);
  return windowUntil(zone.dayAt(context.now()), range.lastDays);
};

interface ReachReading {
  readonly endpoint: Endpoint;
  readonly param: string;
  readonly window: StatsWindow;
  readonly input: Readonly<Record<string, unknown>>;
}

const readAll = async (
  { endpoint, param, window, input }: ReachReading,
  ids: readonly string[],
  { context, field }: Asking,
): Promise<ByIds<Row>> => {
  const chunks = inChunks([...new Set(ids.map((id) => id.toLowerCase()))], idsPerCall);
  await context.ads.prepareRoom(endpoint, input, chunks.length);
  context.ads.requireRoom(endpoint, input, chunks.length);
  const read = async (some: readonly string[]): Promise<ByIds<Row>> => {
    const reachInput = { ...input, [param]: some };
    const answer = await context.loaders.read(endpoint, reachInput, field.trace);
    refuseProblems(answer);
    timesIn(answer, window, endpoint);
    return new Map(answer.rows.map((row) => [idOf(row).toLowerCase(), row]));
  };
  const found = await Promise.all(chunks.map((chunk) => inHalves(chunk, param, read)));
  return new Map(found.flatMap((some) => [...some]));
};
