import { stats } from '../../upstream/catalogue/areas/stats.ts';
import { sameId } from '../../upstream/catalogue/language/identifiers.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import type { Metric, MetricGroup } from '../../upstream/catalogue/metrics.ts';
import { groupsTogether, metricOf } from '../../upstream/catalogue/metrics.ts';
import type { Ads } from '../../upstream/client/client.ts';
import type { Trace } from '../../upstream/client/trace.ts';
import { type ByIds, inHalves } from '../by-key.ts';
import { inChunks } from '../page-query.ts';
import type { Reading, Reads } from '../reads.ts';
import { toError } from '../refusals.ts';

import type { FiguresCall, FiguresRow, FiguresSpan, FoundFigures, Series } from './figures.ts';
import { badFigures, figuresOfRow, foundIn, refuseProblems } from './figures.ts';
import { holds, isSettled, timesOf } from './intervals.ts';
import { keptTexts, readKept } from './kept-figures.ts';
import type { KeptTexts, ResultCache } from './result-cache.ts';
import type { MetricGroups, Need, StatsBatch } from './stats-query.ts';
import { eachOnce, hasGroups, leftOf } from './stats-query.ts';

const { getStats } = stats;

/** The sources of results: the API and the cache of a request. */
export interface StatsSources {
  readonly reads: Reads;
  readonly room: Pick<Ads, 'prepareRoom' | 'requireRoom'>;
  readonly cache: ResultCache;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The results that one tick reads. */
export interface Fetching {
  /** Reads the needs from the cache, and the rest in the fewest calls. It never rejects. */
  readonly read: (needs: readonly Need[]) => Promise<void>;
  /** The figures of an entity, if these groups were read; else null. */
  readonly find: (
    batch: StatsBatch,
    id: string,
    groups: MetricGroups,
  ) => FoundFigures | Error | null;
  /** For each interval of an account, one result that has its begin and end. */
  readonly intervalsOf: (accountId: string) => readonly FiguresSpan[];
}

/** The result of one entity of a batch, with the groups that were read. */
interface EntityResults {
  readonly groups: MetricGroups;
  readonly result: FoundFigures | Error;
}

interface BatchResults {
  readonly batch: StatsBatch;
  readonly byId: Map<string, EntityResults>;
}

/** The results of one tick so far. */
interface Findings extends Pick<Fetching, 'find' | 'intervalsOf'> {
  readonly keep: (batch: StatsBatch, id: string, read: EntityResults) => void;
  readonly isEmpty: () => boolean;
}

const createFindings = (metrics: readonly Metric[]): Findings => {
  const scopes = new Map<string, Map<string, BatchResults>>();

  return {
    isEmpty: () => scopes.size === 0,
    keep: (batch, id, read) => {
      const batches = getOrMake(scopes, batch.scope, () => new Map<string, BatchResults>());
      const { byId } = getOrMake(batches, batch.key, () => ({ batch, byId: new Map() }));
      const before = byId.get(id);
      byId.set(id, before === undefined ? read : both(before, read, metrics));
    },
    find: (needed, id, groups) => {
      const batches = scopes.get(needed.scope);
      const same = batches?.get(needed.key)?.byId.get(id);
      if (same !== undefined && !(same.result instanceof Error) && hasGroups(same.groups, groups)) {
        return same.result;
      }
      let failure: Error | null = null;
      for (const { batch, byId } of batches?.values() ?? []) {
        if (!holds(batch.interval, needed.interval, batch.granularity)) continue;
        const read = byId.get(id);
        if (read === undefined || !hasGroups(read.groups, groups)) continue;
        if (!(read.result instanceof Error)) return read.result;
        failure ??= read.result;
      }
      return failure;
    },
    intervalsOf: (accountId) =>
      [...scopes.values()]
        .flatMap((batches) => [...batches.values()])
        .filter(({ batch }) => sameId(batch.accountId, accountId))
        .flatMap(({ byId }) => knownSpan(byId.values()) ?? []),
  };
};

const knownSpan = (reads: Iterable<EntityResults>): FiguresSpan | null => {
  for (const { result } of reads) {
    if (result instanceof Error) continue;
    const { span } = result;
    if (span.from !== null && span.to !== null) return span;
  }
  return null;
};

/** Creates the reads of one tick for these metrics. */
export const createFetching = (
  { reads, room, cache, now }: StatsSources,
  { metrics: names, trace }: { readonly metrics: readonly string[]; readonly trace: Trace },
): Fetching => {
  const metrics = names.map(metricOf);
  const { keep, find, intervalsOf, isEmpty } = createFindings(metrics);
  const keepFound = (batch: StatsBatch, id: string, found: FoundFigures): void =>
    keep(batch, id, { groups: found.groups, result: found });
  const keepFailure = (needs: readonly Need[], error: Error): void => {
    for (const { batch, groupsById } of needs) {
      for (const [id, groups] of groupsById) keep(batch, id, { groups, result: error });
    }
  };

  /** Reads settled intervals from the cache, and returns the needs that it does not meet. */
  const readCached = async (needs: readonly Need[]): Promise<readonly Need[]> => {
    if (cache.isNew) return needs;
    const isKept = ({ batch }: Need): boolean => isSettled(batch.interval, now());
    const maybe = needs.filter(isKept);
    if (maybe.length === 0) return needs;
    const others = needs.filter((need) => !isKept(need));
    if (cache.isRehearsal) {
      keepFailure(maybe, badFigures('a rehearsal knows no figures'));
      return others;
    }
    return [...others, ...(await readKept(maybe, { cache, metrics, keep: keepFound }))];
  };

  const keepResponse = (call: FiguresCall, response: ByIds<FiguresRow>): KeptTexts | null => {
    const { batch, groups } = call;
    const settled = new Map<string, FoundFigures>();
    const isKept = isSettled(batch.interval, now());
    for (const [id, found] of response) {
      const result = found instanceof Error ? found : figuresOfRow(found, metrics);
      if (result instanceof Error) keep(batch, id, { groups: new Set(groups), result });
      else {
        keepFound(batch, id, result);
        if (isKept && !result.series.includes(null)) settled.set(id, result);
      }
    }
    return settled.size === 0 ? null : keptTexts(batch, groups, settled);
  };

  const read = async (needs: readonly Need[]): Promise<void> => {
    const unread = isEmpty()
      ? needs
      : needs.flatMap((need) => {
          const isOpen = (id: string, groups: MetricGroups) =>
            find(need.batch, id, groups) === null;
          return leftOf(need, isOpen) ?? [];
        });
    const open = await readCached(eachOnce(unread));
    const calls = callsFor(open);
    if (calls.length === 0) return;
    const input = inputOf(calls[0] as FiguresCall);
    await room.prepareRoom(getStats, input, calls.length);
    try {
      room.requireRoom(getStats, input, calls.length);
    } catch (error) {
      keepFailure(open, toError(error));
      return;
    }
    const responses = await Promise.all(calls.map((call) => readCall({ reads, trace }, call)));
    const kept = calls.map((call, index) => keepResponse(call, responses[index] ?? new Map()));
    const texts = kept.filter((one) => one !== null);
    if (texts.length > 0) void cache.set(texts);
  };

  return { read, find, intervalsOf };
};

/** Joins figures of one entity in one interval; an Error if one of them is. */
const both = (
  one: EntityResults,
  other: EntityResults,
  metrics: readonly Metric[],
): EntityResults => {
  const groups = new Set([...one.groups, ...other.groups]);
  const [first, second] = [one.result, other.result];
  if (first instanceof Error) return { groups, result: first };
  if (second instanceof Error) return { groups, result: second };
  if (first.span.length !== second.span.length) {
    return { groups, result: badFigures('two responses have different hours') };
  }
  const series = metrics.map(
    ({ group }, index) =>
      (second.groups.has(group) ? second : first).series[index] as Series | null,
  );
  return { groups, result: { ...first, groups, series } };
};

const idsPerCall = getStats.params.entity_ids.max ?? 20;

/**
 * The fewest calls that meet all needs: 20 entities of a batch in each, with the groups that one
 * call can have. The first 20 entities of every interval come first, so that whole entities are
 * left out if the rate window closes.
 */
const callsFor = (needs: readonly Need[]): readonly FiguresCall[] => {
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
): FiguresCall => ({
  batch,
  ids: chunk.map(([id]) => id),
  groups: family.filter((group) => chunk.some(([, groups]) => groups.has(group))),
});

const inputOf = ({ batch, ids, groups }: FiguresCall) => {
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
const readCall = (reading: Reading, call: FiguresCall): Promise<ByIds<FiguresRow>> =>
  inHalves(call.ids, 'entity_ids', async (ids) => {
    const narrowed = { ...call, ids };
    const response = await reading.reads.call(getStats, inputOf(narrowed), reading.trace);
    refuseProblems(response);
    return foundIn(narrowed, response);
  });
