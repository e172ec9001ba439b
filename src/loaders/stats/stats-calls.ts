import { stats } from '../../upstream/catalogue/areas/stats.ts';
import { dayOf, hourMs, iso } from '../../upstream/catalogue/language/times.ts';
import { groupsTogether, type MetricGroup } from '../../upstream/catalogue/metrics.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import { inChunks } from '../page-ask.ts';
import type { Reading } from '../reads.ts';
import { type AskedFigures, type FiguresRow, foundIn } from './found-figures.ts';
import { type ByIds, inHalves } from './in-halves.ts';
import type { StatsInterval } from './intervals.ts';
import type { MetricGroups, Need, StatsBatch } from './stats-batch.ts';

const { getStats } = stats;

const idsPerCall = getStats.params.entity_ids.max ?? 20;

/**
 * The fewest calls that meet all needs: 20 entities of a batch in each, with the groups that one
 * call can have. The first 20 entities of every interval come first, so that whole entities are
 * left out if the rate window closes.
 */
export const callsFor = (needs: readonly Need[]): readonly AskedFigures[] => {
  const calls = needs.flatMap(({ batch, groupsById }) =>
    groupsTogether.flatMap((family) => {
      const needed = [...groupsById].filter(([, groups]) => family.some((one) => groups.has(one)));
      return inChunks(needed, idsPerCall).map((chunk, turn) => ({
        turn,
        call: callOf(batch, chunk, family),
      }));
    }),
  );
  return calls.toSorted((one, other) => one.turn - other.turn).map(({ call }) => call);
};

const callOf = (
  batch: StatsBatch,
  chunk: readonly (readonly [id: string, groups: MetricGroups])[],
  family: readonly MetricGroup[],
): AskedFigures => ({
  batch,
  ids: chunk.map(([id]) => id),
  groups: family.filter((group) => chunk.some(([, groups]) => groups.has(group))),
});

const timeAt = (unit: StatsInterval['unit'], at: number): string =>
  unit === 'day' ? dayOf(at) : iso(at * hourMs);

/**
 * An interval in the format of the API. Days are dates, which mean midnight in the time zone of the
 * account.
 */
export const timesOf = ({ unit, from, to }: StatsInterval) => ({
  start_time: timeAt(unit, from),
  end_time: timeAt(unit, to),
});

/** A call as the input of its endpoint. */
export const inputOf = ({ batch, ids, groups }: AskedFigures) => {
  const { accountId, kind, placement, interval, granularity } = batch;
  return {
    account_id: accountId,
    entity: kind,
    entity_ids: ids,
    ...timesOf(interval),
    granularity,
    metric_groups: groups,
    placement,
  };
};

/**
 * Makes a call. If the API refuses an id, each half of the ids gets a call. The rows stay as the
 * API sent them until all calls of a request have ended.
 */
export const ask = (reading: Reading, call: AskedFigures): Promise<ByIds<FiguresRow>> =>
  inHalves(call.ids, 'entity_ids', async (ids) => {
    const narrowed = { ...call, ids };
    const response = await reading.reads.call(getStats, inputOf(narrowed), reading.trace);
    refuseProblems(response);
    return foundIn(narrowed, response);
  });

/** Throws the errors beside figures, because the figures that they are about are unknown. */
export const refuseProblems = ({ problems = [], flaws: [flaw] = [] }: CallResult): void => {
  if (problems.length > 0 && flaw !== undefined) throw flaw;
};
