import type { Trace } from '../../upstream/client/trace.ts';
import type { LoadGroup } from '../groups.ts';
import { createGroups } from '../groups.ts';
import { toError } from '../refusals.ts';
import type { AccountDays } from './account-days.ts';
import { createAccountDays } from './account-days.ts';
import type { Fetching, StatsSources } from './fetch.ts';
import { createFetching } from './fetch.ts';
import { unreadable } from './found-figures.ts';
import type { StatsWindow } from './range-windows.ts';
import { overlap, windowsUntilToday } from './range-windows.ts';
import type { RangeTimes, StatsResult, WindowPiece } from './results.ts';
import { pieceOf, resultOf, timesOfRange } from './results.ts';
import type { Batch, Need } from './stats-batch.ts';
import { batchOf } from './stats-batch.ts';
import type { StatsAsk, StatsPlan, StatsQuery } from './stats-plan.ts';
import {
  askKey,
  certainWindowsOf,
  daysOfRange,
  exactRange,
  needsZone,
  planOf,
  wantsDaysOfHours,
  windowsFor,
} from './stats-plan.ts';
import type { TimeZones } from './time-zones.ts';

/** Loads results. Asks of one tick share calls, whatever their kinds, ranges and accounts. */
export type LoadStats = LoadGroup<StatsAsk, StatsResult>;

/** Creates the loader of results of a request. */
export const createStats = (sources: StatsSources, zones: TimeZones): LoadStats =>
  createGroups(askKey, (asks, trace) => new Tick(sources, zones, { asks, trace }).read());

/** A plan whose range is known, with the batches that it is read in. */
interface ResolvedPlan {
  readonly plan: StatsPlan;
  readonly range: StatsWindow;
  readonly batches: readonly Batch[];
  /** Null while a midnight is not known. */
  times: RangeTimes | null;
}

/** What is read in one tick. */
interface TickAsks {
  readonly asks: readonly StatsAsk[];
  readonly trace: Trace;
}

/**
 * Reads the asks of one tick, in these steps:
 *
 * 1. Asks become plans: one for each account, kind, placement and range.
 * 2. The time zone of an account is read if no call can be made without it.
 * 3. The first windows are read. Their answers usually show which day it is in the account.
 * 4. So the range of each plan is known, and the windows that are still missing are read.
 * 5. Each ask gets its result from the windows of its plan.
 *
 * Example: the last 7 days of campaigns c1 and c2 are one plan. If it may be Monday or Tuesday in
 * the account, step 3 reads windows for both.
 */
class Tick {
  readonly #zones: TimeZones;
  readonly #trace: Trace;
  readonly #now: number;
  readonly #fetching: Fetching;
  readonly #isRehearsal: boolean;
  readonly #days = new Map<string, AccountDays>();
  readonly #asks: readonly StatsAsk[];
  /** The metrics of all asks. */
  readonly #metrics: readonly string[];

  constructor(sources: StatsSources, zones: TimeZones, { asks, trace }: TickAsks) {
    this.#zones = zones;
    this.#trace = trace;
    this.#asks = asks;
    this.#now = sources.now();
    this.#isRehearsal = sources.cache.isRehearsal;
    const queries = new Set(asks.map(({ query }) => query));
    this.#metrics = [...new Set([...queries].flatMap(({ metrics }) => metrics))];
    this.#fetching = createFetching(sources, { metrics: this.#metrics, trace });
  }

  /** A result or an Error for each ask. An account whose time zone cannot be read fails alone. */
  async read(): Promise<readonly (StatsResult | Error)[]> {
    if (this.#isRehearsal) return this.#rehearse();
    const refusals = await this.#refusals();
    const plans = await this.#readPlans(this.#asks.filter(({ query }) => !refusals.has(query)));
    const results = this.#asks.map(({ query, id }) => {
      const found = refusals.get(query) ?? plans.get(query.planKey);
      if (found === undefined) return unreadable('there is no range');
      return found instanceof Error ? found : this.#resultOf(found, id);
    });
    return Promise.all(results);
  }

  /** Reads the plans of some asks, by their keys. A plan that cannot be read is an Error. */
  async #readPlans(asks: readonly StatsAsk[]): Promise<ReadonlyMap<string, ResolvedPlan | Error>> {
    const plans = [...Map.groupBy(asks, ({ query }) => query.planKey)].map(
      ([key, some]) => [key, planOf(some)] as const,
    );
    const failures = new Map<string, Error>();
    const attempt = async (key: string, work: () => Promise<unknown>): Promise<void> => {
      await work().catch((error: unknown) => failures.set(key, toError(error)));
    };
    const readable = () => plans.filter(([key]) => !failures.has(key));
    await Promise.all(plans.map(([key, plan]) => attempt(key, () => this.#prepare(plan))));
    await this.#fetch(readable().map(([, plan]) => this.#firstNeeds(plan)));
    const resolved = new Map<string, ResolvedPlan>();
    for (const [key, plan] of readable()) {
      await attempt(key, async () => resolved.set(key, await this.#resolve(plan)));
    }
    await this.#fetch(Array.from(resolved.values(), ({ plan, batches }) => needsOf(plan, batches)));
    return new Map<string, ResolvedPlan | Error>([...resolved, ...failures]);
  }

  /**
   * The queries for days of hours that are refused, and why: the hours are no whole days, or the
   * account cannot be read. Other queries for the same hours go on.
   */
  async #refusals(): Promise<ReadonlyMap<StatsQuery, Error>> {
    const refused = new Map<StatsQuery, Error>();
    const queries = new Set(this.#asks.map(({ query }) => query));
    const byPlan = Map.groupBy([...queries].filter(wantsDaysOfHours), ({ planKey }) => planKey);
    const check = async ({ accountId, range }: StatsQuery): Promise<void> => {
      await this.#readZone(accountId);
      if ('window' in range) daysOfRange(range.window, this.#daysOf(accountId));
    };
    const checks = [...byPlan.values()].map((some) =>
      check(some[0] as StatsQuery).catch((error: unknown) => {
        for (const query of some) refused.set(query, toError(error));
      }),
    );
    await Promise.all(checks);
    return refused;
  }

  /** Makes the calls that are certain whatever the API answers: they tell what a query costs. */
  async #rehearse(): Promise<readonly Error[]> {
    const plans = [...Map.groupBy(this.#asks, ({ query }) => query.planKey).values()].map(planOf);
    const certain = certainWindowsOf(plans, this.#now);
    await this.#fetch(certain.map(({ plan, windows }) => needsOf(plan, batchesOf(plan, windows))));
    return this.#asks.map(() => unreadable('a rehearsal knows no figures'));
  }

  /** Reads the time zone of a plan's account if no call can be made without it. */
  async #prepare(plan: StatsPlan): Promise<void> {
    const { accountId } = plan;
    const zone = await this.#zones.known(accountId);
    if (zone !== null) this.#daysOf(accountId).setZone(zone);
    else if (needsZone(plan, this.#now)) await this.#readZone(accountId);
  }

  #daysOf(accountId: string): AccountDays {
    const days = this.#days.get(accountId) ?? createAccountDays(null);
    this.#days.set(accountId, days);
    return days;
  }

  async #readZone(accountId: string): Promise<void> {
    this.#daysOf(accountId).setZone(await this.#zones.read(accountId, this.#trace));
  }

  /** The needs of the first calls: the windows of the range, or of every range that it can be. */
  #firstNeeds(plan: StatsPlan): readonly Need[] {
    const { granularity, range } = plan;
    const exact = exactRange(plan, this.#daysOf(plan.accountId), this.#now);
    const windows =
      exact === null && 'lastDays' in range
        ? (windowsUntilToday(range.lastDays, granularity, this.#now) ?? [])
        : windowsFor(plan, exact ?? undefined, this.#now);
    return needsOf(plan, batchesOf(plan, windows));
  }

  async #resolve(plan: StatsPlan): Promise<ResolvedPlan> {
    const range = await this.#rangeOf(plan);
    const batches = batchesOf(plan, windowsFor(plan, range, this.#now));
    return { plan, range, batches, times: timesOfRange(plan, range, this.#daysOf(plan.accountId)) };
  }

  /**
   * The range of a plan. If it depends on the current day and no answer shows that, the account's
   * time zone is read.
   */
  async #rangeOf(plan: StatsPlan): Promise<StatsWindow> {
    const days = this.#daysOf(plan.accountId);
    const known = exactRange(plan, days, this.#now);
    if (known !== null) return known;
    const failure = this.#commonFailureOf(plan);
    if (failure !== null) throw failure;
    await this.#readZone(plan.accountId);
    const range = exactRange(plan, days, this.#now);
    if (range === null) throw unreadable('nobody knows which day it is');
    return range;
  }

  /** Why no entity of a plan has figures, whichever day it is; null if some may have. */
  #commonFailureOf(plan: StatsPlan): Error | null {
    const failures = new Map<string, Error>();
    for (const { batch, groupsById } of this.#firstNeeds(plan)) {
      for (const [id, groups] of groupsById) {
        const found = this.#fetching.find(batch, id, groups);
        if (found instanceof Error) failures.set(id, found);
      }
    }
    const [first = null] = failures.values();
    return failures.size === plan.groupsById.size ? first : null;
  }

  /** Reads what has not been read, and notes what answers say about days. */
  async #fetch(needs: readonly (readonly Need[])[]): Promise<void> {
    await this.#fetching.read(needs.flat());
    for (const [accountId, days] of this.#days) {
      for (const { window, from, to } of this.#fetching.windowsOf(accountId)) {
        if (window.unit !== 'day' || from === null || to === null) continue;
        days.addMidnight(window.from, from);
        days.addMidnight(window.to, to);
      }
    }
  }

  /** The result of an entity. Where the days of its account are not known, they are read. */
  #resultOf(
    resolved: ResolvedPlan,
    id: string,
  ): StatsResult | Error | Promise<StatsResult | Error> {
    try {
      return this.#knownResultOf(resolved, id) ?? this.#resultByZone(resolved, id).catch(toError);
    } catch (error) {
      return toError(error);
    }
  }

  async #resultByZone(resolved: ResolvedPlan, id: string): Promise<StatsResult | Error> {
    const { plan, range } = resolved;
    await this.#readZone(plan.accountId);
    resolved.times ??= timesOfRange(plan, range, this.#daysOf(plan.accountId));
    const result = this.#knownResultOf(resolved, id);
    return result ?? unreadable('nobody knows when the days of the account begin');
  }

  /** Null if a midnight is not known. Throws TransportError if the figures are not usable. */
  #knownResultOf(resolved: ResolvedPlan, id: string): StatsResult | Error | null {
    const { plan, range, batches, times } = resolved;
    const days = this.#daysOf(plan.accountId);
    const groups = plan.groupsById.get(id);
    const pieces: (WindowPiece | null)[] = [];
    for (const batch of groups === undefined ? [] : batches) {
      const found = groups === undefined ? null : this.#fetching.find(batch, id, groups);
      if (found === null) return unreadable('a part of the range was not read');
      if (found instanceof Error) return found;
      // Of a week that is read as a whole, only the days of the range count.
      const { granularity } = plan;
      pieces.push(pieceOf(found, overlap(batch.window, range), { granularity, days }));
    }
    if (times === null || !pieces.every((piece) => piece !== null)) return null;
    return resultOf(pieces, times, { metrics: this.#metrics, wanted: plan.metrics });
  }
}

const batchesOf = (plan: StatsPlan, windows: readonly StatsWindow[]): readonly Batch[] =>
  windows.map((window) => batchOf(plan, window));

/** What is read of the entities of a plan in these batches. Without figures that is nothing. */
const needsOf = ({ groupsById }: StatsPlan, batches: readonly Batch[]): readonly Need[] =>
  groupsById.size === 0 ? [] : batches.map((batch) => ({ batch, groupsById }));
