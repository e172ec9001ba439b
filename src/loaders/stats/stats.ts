import type { Trace } from '../../upstream/client/trace.ts';
import type { LoadGroup } from '../groups.ts';
import { createGroups } from '../groups.ts';
import { toError } from '../refusals.ts';
import type { Batch, Need } from './batch.ts';
import { batchOf } from './batch.ts';
import { unreadable } from './calls.ts';
import type { Fetching, StatsSources } from './fetch.ts';
import { createFetching } from './fetch.ts';
import type { StatsAsk, StatsPlan } from './plan.ts';
import { askKey, exactRange, needsZone, planKey, planOf, windowsFor } from './plan.ts';
import type { StatsResult, TimePart } from './results.ts';
import { daysIn, resultOf } from './results.ts';
import type { TimeZones } from './time-zones.ts';
import type { Days } from './told-days.ts';
import { createDays } from './told-days.ts';
import type { StatsWindow } from './windows.ts';
import { partIn, windowsUntilToday } from './windows.ts';

/** Loads results. Asks of one tick share calls, whatever their kinds, ranges and accounts. */
export type LoadStats = LoadGroup<StatsAsk, StatsResult>;

/** Creates the loader of results of a request. */
export const createStats = (sources: StatsSources, zones: TimeZones): LoadStats =>
  createGroups(askKey, (asks, trace) => new Tick(sources, zones, trace).read(asks));

/** A plan whose range is known and was read. */
interface ReadPlan {
  readonly plan: StatsPlan;
  readonly range: StatsWindow;
  readonly batches: readonly Batch[];
  /** Where figures of days are read. */
  readonly daysOfRange: readonly TimePart[];
}

/** Reads the asks of one tick. */
class Tick {
  readonly #zones: TimeZones;
  readonly #trace: Trace;
  readonly #now: number;
  readonly #fetching: Fetching;
  readonly #days = new Map<string, Days>();

  constructor(sources: StatsSources, zones: TimeZones, trace: Trace) {
    this.#zones = zones;
    this.#trace = trace;
    this.#now = sources.now();
    this.#fetching = createFetching(sources, trace);
  }

  /** A result or an Error for each ask. An account whose time zone cannot be read fails alone. */
  async read(asks: readonly StatsAsk[]): Promise<readonly (StatsResult | Error)[]> {
    const plans = [...Map.groupBy(asks, planKey)].map(
      ([key, some]) => [key, planOf(some)] as const,
    );
    const failures = new Map<string, Error>();
    const attempt = async (key: string, work: () => Promise<unknown>): Promise<void> => {
      await work().catch((error: unknown) => failures.set(key, toError(error)));
    };
    await Promise.all(plans.map(([key, plan]) => attempt(key, () => this.#prepare(plan))));
    const sound = () => plans.filter(([key]) => !failures.has(key));
    await this.#fetch(sound().map(([, plan]) => this.#firstWindows(plan)));
    const ranges = new Map<string, StatsWindow>();
    for (const [key, plan] of sound()) {
      await attempt(key, async () => ranges.set(key, await this.#rangeOf(plan)));
    }
    await this.#fetch(
      sound().map(([key, plan]) => this.#needs(plan, windowsFor(plan, ranges.get(key), this.#now))),
    );
    const byKey = new Map(
      sound().map(([key, plan]) => {
        const range = ranges.get(key) as StatsWindow;
        return [key, this.#readPlan(plan, range)] as const;
      }),
    );
    return Promise.all(
      asks.map((ask) => {
        const key = planKey(ask);
        const readPlan = byKey.get(key);
        if (readPlan === undefined) return failures.get(key) ?? unreadable('there is no range');
        return this.#resultOf(readPlan, ask.id.toLowerCase()).catch(toError);
      }),
    );
  }

  /** Reads the time zone of a plan's account if no call can be made without it. */
  async #prepare(plan: StatsPlan): Promise<void> {
    const { accountId } = plan;
    const days = this.#days.get(accountId) ?? createDays(null);
    this.#days.set(accountId, days);
    const zone = await this.#zones.known(accountId);
    if (zone !== null) days.setZone(zone);
    else if (needsZone(plan, this.#now)) await this.#readZone(accountId);
    // A range of hours that is no whole days is refused before any call.
    exactRange(plan, days, this.#now);
  }

  #daysOf(accountId: string): Days {
    return this.#days.get(accountId) ?? createDays(null);
  }

  async #readZone(accountId: string): Promise<void> {
    this.#daysOf(accountId).setZone(await this.#zones.read(accountId, this.#trace));
  }

  /** The needs of the first calls: the windows of the range, or of every range that it can be. */
  #firstWindows(plan: StatsPlan): readonly Need[] {
    const { granularity, range } = plan;
    const exact = exactRange(plan, this.#daysOf(plan.accountId), this.#now);
    const windows =
      exact === null && 'lastDays' in range
        ? (windowsUntilToday(range.lastDays, granularity, this.#now) ?? [])
        : windowsFor(plan, exact ?? undefined, this.#now);
    return this.#needs(plan, windows);
  }

  /**
   * The range of a plan. If it depends on the current day and no answer shows that, the account's
   * time zone is read.
   */
  async #rangeOf(plan: StatsPlan): Promise<StatsWindow> {
    const days = this.#daysOf(plan.accountId);
    const known = exactRange(plan, days, this.#now);
    if (known !== null) return known;
    const failure = this.#failureOf(plan);
    if (failure !== null) throw failure;
    await this.#readZone(plan.accountId);
    const range = exactRange(plan, days, this.#now);
    if (range === null) throw unreadable('nobody knows which day it is');
    return range;
  }

  /** Why no entity of a plan has figures, whichever day it is; null if some may have. */
  #failureOf(plan: StatsPlan): Error | null {
    const needs = this.#firstWindows(plan);
    const failures = new Map<string, Error>();
    for (const need of needs) {
      const found = this.#fetching.find(need);
      if (found instanceof Error) failures.set(need.id, found);
    }
    const [first = null] = failures.values();
    return needs.every(({ id }) => failures.has(id)) ? first : null;
  }

  #needs(plan: StatsPlan, windows: readonly StatsWindow[]): readonly Need[] {
    const batches = windows.map((window) => batchOf(plan, window));
    return [...plan.groupsById]
      .filter(([, groups]) => groups.size > 0)
      .flatMap(([id, groups]) => batches.map((batch) => ({ batch, id, groups })));
  }

  #readPlan(plan: StatsPlan, range: StatsWindow): ReadPlan {
    const windows = windowsFor(plan, range, this.#now);
    const batches = windows.map((window) => batchOf(plan, window));
    return { plan, range, batches, daysOfRange: plan.granularity === 'DAY' ? daysIn(range) : [] };
  }

  /** Reads what has not been read, and notes what answers say about days. */
  async #fetch(needs: readonly (readonly Need[])[]): Promise<void> {
    const open = needs.flat().filter((need) => this.#fetching.find(need) === null);
    await this.#fetching.read(open);
    for (const [accountId, days] of this.#days) {
      for (const { window, from, to } of this.#fetching.windowsOf(accountId)) {
        if (window.unit !== 'day' || from === null || to === null) continue;
        days.note(window.from, from);
        days.note(window.to, to);
      }
    }
  }

  async #resultOf(readPlan: ReadPlan, id: string): Promise<StatsResult | Error> {
    const { plan, range, batches, daysOfRange } = readPlan;
    const days = this.#daysOf(plan.accountId);
    const groups: Need['groups'] = plan.groupsById.get(id) ?? new Set();
    const pieces = [];
    for (const batch of groups.size === 0 ? [] : batches) {
      const found = this.#fetching.find({ batch, id, groups });
      if (found === null) return unreadable('a part of the range was not read');
      if (found instanceof Error) return found;
      // Of a week that is read as a whole, only the days of the range count.
      pieces.push({ window: partIn(batch.window, range), found });
    }
    const all = { ...plan, range, daysOfRange, windows: pieces };
    const result = resultOf(all, days);
    if (result !== null) return result;
    await this.#readZone(plan.accountId);
    return resultOf(all, days) ?? unreadable('nobody knows when the days of the account begin');
  }
}
