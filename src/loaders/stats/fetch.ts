import { stats } from '../../upstream/catalogue/areas/stats.ts';
import { sameId } from '../../upstream/catalogue/language/identifiers.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { type Metric, metricOf } from '../../upstream/catalogue/metrics.ts';
import type { Ads } from '../../upstream/client/client.ts';
import type { Trace } from '../../upstream/client/trace.ts';
import type { Reads } from '../reads.ts';
import { toError } from '../refusals.ts';
import type { AskedFigures, FiguresRow, FiguresSpan, FoundFigures } from './found-figures.ts';
import { badFigures, figuresOfRow } from './found-figures.ts';
import type { ByIds } from './in-halves.ts';
import { holds, isSettled } from './intervals.ts';
import { keptTexts, readKept } from './kept-figures.ts';
import type { KeptTexts, ResultCache } from './result-cache.ts';
import type { Series } from './series.ts';
import type { MetricGroups, Need, StatsBatch } from './stats-batch.ts';
import { eachOnce, hasGroups, leftOf } from './stats-batch.ts';
import { ask, callsFor, inputOf } from './stats-calls.ts';

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

/** The results of a batch. */
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

  const idsOf = (batch: StatsBatch): BatchResults['byId'] => {
    const batches = getOrMake(scopes, batch.scope, () => new Map<string, BatchResults>());
    const known = getOrMake(batches, batch.key, () => ({ batch, byId: new Map() }));
    return known.byId;
  };

  return {
    isEmpty: () => scopes.size === 0,
    keep: (batch, id, read) => {
      const byId = idsOf(batch);
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

  const keepResponse = (call: AskedFigures, response: ByIds<FiguresRow>): KeptTexts | null => {
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
    const input = inputOf(calls[0] as AskedFigures);
    await room.prepareRoom(stats.getStats, input, calls.length);
    try {
      room.requireRoom(stats.getStats, input, calls.length);
    } catch (error) {
      keepFailure(open, toError(error));
      return;
    }
    const responses = await Promise.all(calls.map((call) => ask({ reads, trace }, call)));
    const kept = calls.map((call, index) => keepResponse(call, responses[index] ?? new Map()));
    const texts = kept.filter((one) => one !== null);
    if (texts.length > 0) void cache.set(texts);
  };

  return { read, find, intervalsOf };
};

/**
 * Joins two pieces of the figures of one entity in one interval. If one piece is an Error, so is
 * the result.
 */
const both = (
  one: EntityResults,
  other: EntityResults,
  metrics: readonly Metric[],
): EntityResults => {
  const groups = new Set([...one.groups, ...other.groups]);
  return { groups, result: joinedFigures(one.result, other.result, metrics) };
};

const joinedFigures = (
  one: FoundFigures | Error,
  other: FoundFigures | Error,
  metrics: readonly Metric[],
): FoundFigures | Error => {
  if (one instanceof Error) return one;
  if (other instanceof Error) return other;
  if (one.span.length !== other.span.length) {
    return badFigures('two responses have different hours');
  }
  const series = metrics.map(({ group }, index) => {
    const { series: found } = other.groups.has(group) ? other : one;
    return found[index] as Series | null;
  });
  return { ...one, groups: new Set([...one.groups, ...other.groups]), series };
};
