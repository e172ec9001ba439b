import type { Trace } from '../../upstream/client/trace.ts';
import type { LoadGroup } from '../groups.ts';
import { createGroups } from '../groups.ts';
import { toError } from '../refusals.ts';
import type { AccountDays } from './account-days.ts';
import { createAccountDays } from './account-days.ts';
import type { Fetching, StatsSources } from './fetch.ts';
import { createFetching } from './fetch.ts';
import type { StatsWindow } from './range-windows.ts';
import { overlap, windowsUntilToday } from './range-windows.ts';
import type { SpanIndexes, StatsResult } from './results.ts';
import { daysIn, resultOf } from './results.ts';
import type { Batch, Need } from './stats-batch.ts';
import { batchOf } from './stats-batch.ts';
import { unreadable } from './stats-calls.ts';
import type { StatsAsk, StatsPlan } from './stats-plan.ts';
import {
  askKey,
  certainWindowsOf,
  daysOfRange,
  exactRange,
  needsZone,
  planKey,
  planOf,
  wantsDaysOfHours,
  windowsFor,
} from './stats-plan.ts';
import type { TimeZones } from './time-zones.ts';

/** Loads results. Asks of one tick share calls, whatever their kinds, ranges and accounts. */
export type LoadStats = LoadGroup<StatsAsk, StatsResult>;

/** Creates the loader of results of a request. */
export const createStats = (sources: StatsSources, zones: TimeZones): LoadStats =>
  createGroups(askKey, (asks, trace) => new Tick(sources, zones, trace).read(asks));

/** A plan whose range is known, with the batches that it is read in. */
interface ResolvedPlan {
  readonly plan: StatsPlan;
  readonly range: StatsWindow;
  readonly batches: readonly Batch[];
  /** Where figures of days are read. */
  readonly daysOfRange: readonly SpanIndexes[];
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

  constructor(sources: StatsSources, zones: TimeZones, trace: Trace) {
    this.#zones = zones;
    this.#trace = trace;
    this.#now = sources.now();
    this.#isRehearsal = sources.cache.isRehearsal;
    this.#fetching = createFetching(sources, trace);
  }

  /** A result or an Error for each ask. An account whose time zone cannot be read fails alone. */
  async read(asks: readonly StatsAsk[]): Promise<readonly (StatsResult | Error)[]> {
    if (this.#isRehearsal) return this.#rehearse(asks);
    const refusals = await this.#refusalsOf(asks);
    const plans = await this.#readPlans(asks.filter((ask) => !refusals.has(ask)));
    const results = asks.map((ask) => {
      const found = refusals.get(ask) ?? plans.get(planKey(ask));
      if (found === undefined) return unreadable('there is no range');
      if (found instanceof Error) return found;
      return this.#resultOf(found, ask.id.toLowerCase()).catch(toError);
    });
    return Promise.all(results);
  }

  /** Reads the plans of some asks, by their keys. A plan that cannot be read is an Error. */
  async #readPlans(asks: readonly StatsAsk[]): Promise<ReadonlyMap<string, ResolvedPlan | Error>> {
    const plans = [...Map.groupBy(asks, planKey)].map(
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
   * The asks for days of hours that are refused, and why: the hours are no whole days, or the
   * account cannot be read. Other asks for the same hours go on.
   */
  async #refusalsOf(asks: readonly StatsAsk[]): Promise<ReadonlyMap<StatsAsk, Error>> {
    const refused = new Map<StatsAsk, Error>();
    const byPlan = Map.groupBy(asks.filter(wantsDaysOfHours), planKey);
    const check = async ({ accountId, range }: StatsAsk): Promise<void> => {
      await this.#readZone(accountId);
      if ('window' in range) daysOfRange(range.window, this.#daysOf(accountId));
    };
    const checks = [...byPlan.values()].map((some) =>
      check(some[0] as StatsAsk).catch((error: unknown) => {
        for (const ask of some) refused.set(ask, toError(error));
      }),
    );
    await Promise.all(checks);
    return refused;
  }

  /** Makes the calls that are certain whatever the API answers: they tell what a query costs. */
  async #rehearse(asks: readonly StatsAsk[]): Promise<readonly Error[]> {
    const plans = [...Map.groupBy(asks, planKey).values()].map(planOf);
    const certain = certainWindowsOf(plans, this.#now);
    await this.#fetch(certain.map(({ plan, windows }) => needsOf(plan, batchesOf(plan, windows))));
    return asks.map(() => unreadable('a rehearsal knows no figures'));
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
    return { plan, range, batches, daysOfRange: plan.granularity === 'DAY' ? daysIn(range) : [] };
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
    const needs = this.#firstNeeds(plan);
    const failures = new Map<string, Error>();
    for (const need of needs) {
      const found = this.#fetching.find(need);
      if (found instanceof Error) failures.set(need.id, found);
    }
    const [first = null] = failures.values();
    return needs.every(({ id }) => failures.has(id)) ? first : null;
  }

  /** Reads what has not been read, and notes what answers say about days. */
  async #fetch(needs: readonly (readonly Need[])[]): Promise<void> {
    const open = needs.flat().filter((need) => this.#fetching.find(need) === null);
    await this.#fetching.read(open);
    for (const [accountId, days] of this.#days) {
      for (const { window, from, to } of this.#fetching.windowsOf(accountId)) {
        if (window.unit !== 'day' || from === null || to === null) continue;
        days.addMidnight(window.from, from);
        days.addMidnight(window.to, to);
      }
    }
  }

  async #resultOf(resolved: ResolvedPlan, id: string): Promise<StatsResult | Error> {
    const { plan, range, batches, daysOfRange } = resolved;
    const days = this.#daysOf(plan.accountId);
    const groups: Need['groups'] = plan.groupsById.get(id) ?? new Set();
    const pieces = [];
    for (const batch of groups.size === 0 ? [] : batches) {
      const found = this.#fetching.find({ batch, id, groups });
      if (found === null) return unreadable('a part of the range was not read');
      if (found instanceof Error) return found;
      // Of a week that is read as a whole, only the days of the range count.
      pieces.push({ window: overlap(batch.window, range), found });
    }
    const query = { ...plan, range, daysOfRange, windows: pieces };
    const result = resultOf(query, days);
    if (result !== null) return result;
    await this.#readZone(plan.accountId);
    return resultOf(query, days) ?? unreadable('nobody knows when the days of the account begin');
  }
}

const batchesOf = (plan: StatsPlan, windows: readonly StatsWindow[]): readonly Batch[] =>
  windows.map((window) => batchOf(plan, window));

/** What is read of the entities of a plan in these batches. Without figures that is nothing. */
const needsOf = (plan: StatsPlan, batches: readonly Batch[]): readonly Need[] =>
  [...plan.groupsById]
    .filter(([, groups]) => groups.size > 0)
    .flatMap(([id, groups]) => batches.map((batch) => ({ batch, id, groups })));
