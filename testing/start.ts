import type { Emulator, OwnRows } from '../emulator/server.ts';
import { createEmulator } from '../emulator/server.ts';
import type { Gateway, Variables } from '../src/index.ts';
import { createGateway } from '../src/index.ts';

export type { Emulator, EndpointName, FaultOrder, OwnRows } from '../emulator/server.ts';
export type { Gateway, Variables } from '../src/index.ts';

export interface AdsGraphOptions {
  /** The seed of the emulator's data; 1 by default. */
  readonly seed?: number;
  /**
   * The start of both clocks, or a clock in milliseconds since 1970. By default it is the clock of
   * the machine.
   */
  readonly now?: Date | (() => number);
  /** Rows beside those of the seed, as `emulator.addRows` takes them; `reset` restores them. */
  readonly rows?: OwnRows;
  /** Environment variables of the gateway, such as `LIMIT_CALLS`. */
  readonly variables?: Variables;
}

/** A gateway over an emulator, both in this process and on free ports. */
export interface AdsGraph {
  readonly emulator: Emulator;
  readonly gateway: Gateway;
  /** Moves the clock of both; `Date` and the timers of this process stay as they are. */
  readonly advance: Emulator['advance'];
  /** Restores rows, faults, calls, settings and clock, and clears the caches of the gateway. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts a gateway over an emulator, for the tests of any runner. */
export const startAdsGraph = async (options: AdsGraphOptions = {}): Promise<AdsGraph> => {
  const { seed = 1, rows = {}, variables = {} } = options;
  const emulator = await createEmulator({ seed, rows, now: clockOf(options.now) });
  const usual = { PORT: '0', LOG_LEVEL: 'silent', TIMEOUT_GRACE_MS: '0' };
  const gateway = await createGateway(
    { ...usual, ...emulator.variables, ...variables },
    { now: emulator.now },
  ).catch(async (error: unknown) => {
    await emulator.close();
    throw error;
  });
  return {
    emulator,
    gateway,
    advance: emulator.advance,
    reset: async () => {
      await gateway.reset();
      emulator.reset({ data: true });
    },
    close: async () => {
      await gateway.close();
      await emulator.close();
    },
  };
};

const clockOf = (now: AdsGraphOptions['now']): (() => number) => {
  if (typeof now === 'function') return now;
  if (now === undefined) return Date.now;
  const aheadMs = now.getTime() - Date.now();
  return () => Date.now() + aheadMs;
};
