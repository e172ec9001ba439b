import { stats } from '../../upstream/catalogue/areas/stats.ts';
import { sameId } from '../../upstream/catalogue/language/identifiers.ts';
import type { Ads } from '../../upstream/client/client.ts';
import type { Trace } from '../../upstream/client/trace.ts';
import type { Reads } from '../reads.ts';
import { toError } from '../refusals.ts';
import { parseFigures, stringifyFigures } from './cached-figures.ts';
import { holds, isSettled } from './range-windows.ts';
import type { ResultCache } from './result-cache.ts';
import type { Batch, Need } from './stats-batch.ts';
import { eachOnce, hasGroups } from './stats-batch.ts';
import type { FoundFigures, StatsCall } from './stats-calls.ts';
import { ask, callsFor, inputOf, unreadable } from './stats-calls.ts';

/** What results are read with. */
export interface StatsSources {
  readonly reads: Reads;
  readonly room: Pick<Ads, 'prepareRoom' | 'requireRoom'>;
  readonly cache: ResultCache;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The results that one tick reads. */
export interface Fetching {
  /** Reads what is needed: from the cache, else in the fewest calls. It never rejects. */
  readonly read: (needs: readonly Need[]) => Promise<void>;
  /** What was read of an entity that covers the need; null if nothing was. */
  readonly find: (need: Need) => FoundFigures | Error | null;
  /** For each window of an account, one result that says when it begins and ends. */
  readonly windowsOf: (accountId: string) => readonly FoundFigures[];
}

interface Read {
  readonly groups: Need['groups'];
  readonly result: FoundFigures | Error;
}

/** What was read of a batch. */
interface ReadBatch {
  readonly batch: Batch;
  readonly byId: Map<string, Read>;
}

/** What one tick has read. */
interface Findings extends Pick<Fetching, 'find' | 'windowsOf'> {
  readonly note: (need: Need, result: FoundFigures | Error) => void;
}

const createFindings = (): Findings => {
  const scopes = new Map<string, Map<string, ReadBatch>>();

  const idsOf = (batch: Batch): ReadBatch['byId'] => {
    const batches = scopes.get(batch.scope) ?? new Map<string, ReadBatch>();
    scopes.set(batch.scope, batches);
    const known = batches.get(batch.key) ?? { batch, byId: new Map() };
    batches.set(batch.key, known);
    return known.byId;
  };

  return {
    note: ({ batch, id, groups }, result) => {
      const byId = idsOf(batch);
      const before = byId.get(id);
      const read = { groups, result };
      byId.set(id, before === undefined ? read : both(before, read));
    },
    find: (need) => {
      const { batch: needed, id } = need;
      let failure: Error | null = null;
      for (const { batch, byId } of scopes.get(needed.scope)?.values() ?? []) {
        if (!holds(batch.window, needed.window, batch.granularity)) continue;
        const read = byId.get(id);
        if (read === undefined || !hasGroups(read, need)) continue;
        if (!(read.result instanceof Error)) return read.result;
        failure ??= read.result;
      }
      return failure;
    },
    windowsOf: (accountId) =>
      [...scopes.values()]
        .flatMap((batches) => [...batches.values()])
        .filter(({ batch }) => sameId(batch.accountId, accountId))
        .flatMap(({ byId }) => figuresIn(byId.values())),
  };
};

/** Creates what one tick reads results with. */
export const createFetching = (sources: StatsSources, trace: Trace): Fetching => {
  const { reads, room, cache, now } = sources;
  const { note, find, windowsOf } = createFindings();

  const read = async (needs: readonly Need[]): Promise<void> => {
    const open = await readCached(eachOnce(needs), { cache, now, note });
    const calls = callsFor(open);
    if (calls.length === 0) return;
    const input = inputOf(calls[0] as StatsCall);
    await room.prepareRoom(stats.getStats, input, calls.length);
    try {
      room.requireRoom(stats.getStats, input, calls.length);
    } catch (error) {
      for (const need of open) note(need, toError(error));
      return;
    }
    const answers = await Promise.all(calls.map((call) => ask({ reads, trace }, call)));
    const settled: [name: string, text: string][] = [];
    for (const [index, call] of calls.entries()) {
      const { batch } = call;
      const groups = new Set(call.groups);
      const isCacheable = isSettled(batch.window, now());
      for (const [id, result] of answers[index] ?? []) {
        note({ batch, id, groups }, result);
        if (result instanceof Error || !isCacheable) continue;
        for (const group of groups) {
          const text = stringifyFigures(group, result);
          if (text !== null) settled.push([cacheKey(batch, id, group), text]);
        }
      }
    }
    if (settled.length > 0) void cache.set(settled);
  };

  return { read, find, windowsOf };
};

const figuresIn = (reads: Iterable<Read>): readonly FoundFigures[] => {
  for (const { result } of reads) {
    if (!(result instanceof Error) && result.from !== null && result.to !== null) return [result];
  }
  return [];
};

/**
 * Joins two pieces of the figures of one entity in one window. If one piece is missing, there are
 * none.
 */
const both = (one: Read, other: Read): Read => {
  const groups = new Set([...one.groups, ...other.groups]);
  return { groups, result: joinedFigures(one.result, other.result) };
};

const joinedFigures = (
  one: FoundFigures | Error,
  other: FoundFigures | Error,
): FoundFigures | Error => {
  if (one instanceof Error) return one;
  if (other instanceof Error) return other;
  if (one.length !== other.length) return unreadable('two answers have different hours');
  return { ...one, sent: new Map([...one.sent, ...other.sent]) };
};

interface CacheReading {
  readonly cache: ResultCache;
  readonly now: () => number;
  readonly note: (need: Need, result: FoundFigures | Error) => void;
}

const cacheKey = (batch: Batch, id: string, group: string): string =>
  `stats ${batch.key} ${id} ${group}`;

/** The needs that the cache of settled windows does not meet. */
const readCached = async (
  needs: readonly Need[],
  reading: CacheReading,
): Promise<readonly Need[]> => {
  const { cache, now, note } = reading;
  if (cache.isFresh) return needs;
  const maybe = needs.filter(({ batch }) => isSettled(batch.window, now()));
  if (maybe.length === 0) return needs;
  const others = needs.filter((need) => !maybe.includes(need));
  if (cache.isRehearsal) {
    for (const need of maybe) note(need, unreadable('a rehearsal knows no figures'));
    return others;
  }
  const names = maybe.flatMap(({ batch, id, groups }) =>
    [...groups].map((group) => cacheKey(batch, id, group)),
  );
  const texts = (await cache.get(names)).values();
  const left = maybe.flatMap((need): readonly Need[] => {
    const missing = [...need.groups].filter((group) => {
      const found = parseFigures(need.batch.window, group, texts.next().value ?? null);
      if (found !== null) note({ ...need, groups: new Set([group]) }, found);
      return found === null;
    });
    return missing.length === 0 ? [] : [{ ...need, groups: new Set(missing) }];
  });
  return [...others, ...left];
};
