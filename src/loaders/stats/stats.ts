import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import type { Trace } from '../../upstream/client/trace.ts';
import { createLoader, type LoadKeys } from '../by-key.ts';
import { toError } from '../refusals.ts';
import { type AccountDays, createAccountDays, type TimeZones } from './account-days.ts';
import { createFetching, type Fetching, type StatsSources } from './fetch.ts';
import { badFigures } from './figures.ts';
import { intervalsUntilToday, overlap, type StatsInterval } from './intervals.ts';
import type { IntervalPiece, RangeTimes, StatsResult } from './results.ts';
import { pieceOf, resultOf, timesOfRange } from './results.ts';
import type { JointQuery, Need, StatsBatch, StatsKey, StatsQuery } from './stats-query.ts';
import {
  batchOf,
  certainIntervalsOf,
  daysOfRange,
  exactRange,
  intervalsFor,
  jointQueryOf,
  needsZone,
  textOfKey,
  wantsDaysOfHours,
} from './stats-query.ts';

/** Loads results. Keys of one tick share calls, for all kinds, ranges and accounts. */
export type LoadStats = LoadKeys<StatsKey, StatsResult>;

/** Creates the loader of results of a request. */
export const createStats = (sources: StatsSources, zones: TimeZones): LoadStats =>
  createLoader(textOfKey, (keys, trace) => new Tick(sources, zones, { keys, trace }).read());

/** A joint query whose range is known, with the batches in which it is read. */
interface ResolvedQuery {
  readonly joint: JointQuery;
  readonly range: StatsInterval;
  readonly batches: readonly StatsBatch[];
  /** Null while a midnight is unknown. */
  times: RangeTimes | null;
}

interface TickKeys {
  readonly keys: readonly StatsKey[];
  readonly trace: Trace;
}

/**
 * Reads the results of one tick, in these steps:
 *
 * 1. Queries become joint queries: one for each account, kind, placement and range.
 * 2. The time zone of an account is read if no call can be made without it.
 * 3. The first intervals are read. Their responses usually show which day it is in the account.
 * 4. So the range of each joint query is known, and the intervals that are still missing are read.
 * 5. Each key gets its result from the intervals of its joint query.
 *
 * Example: the last 7 days of campaigns c1 and c2 are one joint query. If it may be Monday or Tuesday
 * in the account, step 3 reads intervals for both.
 */
class Tick {
  readonly #zones: TimeZones;
  readonly #trace: Trace;
  readonly #now: number;
  readonly #fetching: Fetching;
  readonly #isRehearsal: boolean;
  readonly #days = new Map<string, AccountDays>();
  readonly #keys: readonly StatsKey[];
  readonly #metrics: readonly string[];

  constructor(sources: StatsSources, zones: TimeZones, { keys, trace }: TickKeys) {
    this.#zones = zones;
    this.#trace = trace;
    this.#keys = keys;
    this.#now = sources.now();
    this.#isRehearsal = sources.cache.isRehearsal;
    const queries = new Set(keys.map(({ query }) => query));
    this.#metrics = [...new Set([...queries].flatMap(({ metrics }) => metrics))];
    this.#fetching = createFetching(sources, { metrics: this.#metrics, trace });
  }

  /** A result or an Error for each key. An unreadable time zone fails only its account's keys. */
  async read(): Promise<readonly (StatsResult | Error)[]> {
    if (this.#isRehearsal) return this.#rehearse();
    const refusals = await this.#refusals();
    const joints = await this.#readJoint(this.#keys.filter(({ query }) => !refusals.has(query)));
    const results = this.#keys.map(({ query, id }) => {
      const found = refusals.get(query) ?? joints.get(query.jointKey);
      if (found === undefined) return badFigures('there is no range');
      return found instanceof Error ? found : this.#resultOf(found, id);
    });
    return Promise.all(results);
  }

  /** Reads joint queries, by their keys. One that cannot be read is an Error. */
  async #readJoint(keys: readonly StatsKey[]): Promise<ReadonlyMap<string, ResolvedQuery | Error>> {
    const joints = [...Map.groupBy(keys, ({ query }) => query.jointKey)].map(
      ([key, some]) => [key, jointQueryOf(some)] as const,
    );
    const failures = new Map<string, Error>();
    const attempt = async (key: string, work: () => Promise<unknown>): Promise<void> => {
      await work().catch((error: unknown) => failures.set(key, toError(error)));
    };
    const readable = () => joints.filter(([key]) => !failures.has(key));
    await Promise.all(joints.map(([key, joint]) => attempt(key, () => this.#prepare(joint))));
    await this.#fetch(readable().map(([, joint]) => this.#firstNeeds(joint)));
    const resolved = new Map<string, ResolvedQuery>();
    for (const [key, joint] of readable()) {
      await attempt(key, async () => resolved.set(key, await this.#resolve(joint)));
    }
    await this.#fetch(
      Array.from(resolved.values(), ({ joint, batches }) => needsOf(joint, batches)),
    );
    return new Map<string, ResolvedQuery | Error>([...resolved, ...failures]);
  }

  /**
   * The errors of queries for days of hours, if the hours are not whole days, or the account cannot
   * be read. Other queries for the same hours succeed.
   */
  async #refusals(): Promise<ReadonlyMap<StatsQuery, Error>> {
    const refused = new Map<StatsQuery, Error>();
    const queries = new Set(this.#keys.map(({ query }) => query));
    const byJoint = Map.groupBy([...queries].filter(wantsDaysOfHours), ({ jointKey }) => jointKey);
    const check = async ({ accountId, range }: StatsQuery): Promise<void> => {
      await this.#readZone(accountId);
      if ('interval' in range) daysOfRange(range.interval, this.#daysOf(accountId));
    };
    const checks = [...byJoint.values()].map((some) =>
      check(some[0] as StatsQuery).catch((error: unknown) => {
        for (const query of some) refused.set(query, toError(error));
      }),
    );
    await Promise.all(checks);
    return refused;
  }

  /** Makes the calls that are certain whatever the API responds: the least cost of a query. */
  async #rehearse(): Promise<readonly Error[]> {
    const joints = [...Map.groupBy(this.#keys, ({ query }) => query.jointKey).values()].map(
      jointQueryOf,
    );
    const certain = certainIntervalsOf(joints, this.#now);
    await this.#fetch(
      certain.map(({ joint, intervals }) => needsOf(joint, batchesOf(joint, intervals))),
    );
    return this.#keys.map(() => badFigures('a rehearsal knows no figures'));
  }

  /** Reads the time zone of a query's account if no call can be made without it. */
  async #prepare(joint: JointQuery): Promise<void> {
    const { accountId } = joint;
    const zone = await this.#zones.known(accountId);
    if (zone !== null) this.#daysOf(accountId).setZone(zone);
    else if (needsZone(joint, this.#now)) await this.#readZone(accountId);
  }

  #daysOf(accountId: string): AccountDays {
    return getOrMake(this.#days, accountId, () => createAccountDays(null));
  }

  async #readZone(accountId: string): Promise<void> {
    this.#daysOf(accountId).setZone(await this.#zones.read(accountId, this.#trace));
  }

  /** The needs of the first calls: the intervals of the range, or of every possible range. */
  #firstNeeds(joint: JointQuery): readonly Need[] {
    const { granularity, range } = joint;
    const exact = exactRange(joint, this.#daysOf(joint.accountId), this.#now);
    const intervals =
      exact === null && 'lastDays' in range
        ? (intervalsUntilToday(range.lastDays, granularity, this.#now) ?? [])
        : intervalsFor(joint, exact ?? undefined, this.#now);
    return needsOf(joint, batchesOf(joint, intervals));
  }

  async #resolve(joint: JointQuery): Promise<ResolvedQuery> {
    const range = await this.#rangeOf(joint);
    const batches = batchesOf(joint, intervalsFor(joint, range, this.#now));
    return {
      joint,
      range,
      batches,
      times: timesOfRange(joint, range, this.#daysOf(joint.accountId)),
    };
  }

  /**
   * The range of a joint query. If it depends on the current date and no response shows it, the
   * account's time zone is read.
   */
  async #rangeOf(joint: JointQuery): Promise<StatsInterval> {
    const days = this.#daysOf(joint.accountId);
    const known = exactRange(joint, days, this.#now);
    if (known !== null) return known;
    const failure = this.#commonFailureOf(joint);
    if (failure !== null) throw failure;
    await this.#readZone(joint.accountId);
    const range = exactRange(joint, days, this.#now);
    if (range === null) throw badFigures('nobody knows which day it is');
    return range;
  }

  /** The failure of all entities of a joint query on each possible date; null if some may succeed. */
  #commonFailureOf(joint: JointQuery): Error | null {
    const failures = new Map<string, Error>();
    for (const { batch, groupsById } of this.#firstNeeds(joint)) {
      for (const [id, groups] of groupsById) {
        const found = this.#fetching.find(batch, id, groups);
        if (found instanceof Error) failures.set(id, found);
      }
    }
    const [first = null] = failures.values();
    return failures.size === joint.groupsById.size ? first : null;
  }

  /** Reads the needs that are not read yet, and records the midnights in responses. */
  async #fetch(needs: readonly (readonly Need[])[]): Promise<void> {
    await this.#fetching.read(needs.flat());
    for (const [accountId, days] of this.#days) {
      for (const { interval, from, to } of this.#fetching.intervalsOf(accountId)) {
        if (interval.unit !== 'day' || from === null || to === null) continue;
        days.addMidnight(interval.from, from);
        days.addMidnight(interval.to, to);
      }
    }
  }

  /** The result of an entity. Reads the time zone of its account if its days are unknown. */
  #resultOf(
    resolved: ResolvedQuery,
    id: string,
  ): StatsResult | Error | Promise<StatsResult | Error> {
    try {
      return this.#knownResultOf(resolved, id) ?? this.#resultByZone(resolved, id).catch(toError);
    } catch (error) {
      return toError(error);
    }
  }

  async #resultByZone(resolved: ResolvedQuery, id: string): Promise<StatsResult | Error> {
    const { joint, range } = resolved;
    await this.#readZone(joint.accountId);
    resolved.times ??= timesOfRange(joint, range, this.#daysOf(joint.accountId));
    const result = this.#knownResultOf(resolved, id);
    return result ?? badFigures('nobody knows when the days of the account begin');
  }

  /** Null if a midnight is unknown. Throws TransportError if the figures are not usable. */
  #knownResultOf(resolved: ResolvedQuery, id: string): StatsResult | Error | null {
    const { joint, range, batches, times } = resolved;
    const days = this.#daysOf(joint.accountId);
    const groups = joint.groupsById.get(id);
    const pieces: (IntervalPiece | null)[] = [];
    for (const batch of groups === undefined ? [] : batches) {
      const found = groups === undefined ? null : this.#fetching.find(batch, id, groups);
      if (found === null) return badFigures('a part of the range was not read');
      if (found instanceof Error) return found;
      // If a week is read as a whole, only the days of the range count.
      const { granularity } = joint;
      pieces.push(pieceOf(found, overlap(batch.interval, range), { granularity, days }));
    }
    if (times === null || !pieces.every((piece) => piece !== null)) return null;
    return resultOf(pieces, times, { metrics: this.#metrics, wanted: joint.metrics });
  }
}

const batchesOf = (joint: JointQuery, intervals: readonly StatsInterval[]): readonly StatsBatch[] =>
  intervals.map((interval) => batchOf(joint, interval));

/** The needs of a joint query in these batches: none without figures. */
const needsOf = ({ groupsById }: JointQuery, batches: readonly StatsBatch[]): readonly Need[] =>
  groupsById.size === 0 ? [] : batches.map((batch) => ({ batch, groupsById }));
