/** What the end of a call says about the host: `unknown` where its caller left, or where it was not sent. */
export type Health = 'answered' | 'failed' | 'unknown';

/** Allows one call, until `leave`. */
export interface Ticket {
  readonly isProbe: boolean;
}

/** Stops the calls to a failing host until a probe is answered. */
export interface Breaker {
  /** A ticket for a call, or null where it may not be sent. Only reads are probes. */
  readonly enter: (isRead: boolean) => Ticket | null;
  readonly leave: (ticket: Ticket, health: Health) => void;
  readonly state: () => 'closed' | 'open' | 'recovering';
}

const windowSeconds = 10;
const leastCalls = 20;
// Fewer, because most calls are still held back.
const leastRecovering = 5;
const probeEveryMs = 1000;
const rampMs = 5000;
const rampFrom = 0.1;

/** The calls of one second; `at` is its number. */
interface Second {
  at: number;
  calls: number;
  failures: number;
}

const emptySeconds = (): Second[] =>
  Array.from({ length: windowSeconds }, () => ({ at: -1, calls: 0, failures: 0 }));

/**
 * A breaker that opens when half of the calls of 10 s have failed, of at least 20: with 10 failures of 20 calls, not with 10 of
 * 19. While it is open, one read a second is sent as a probe. When one is answered, a tenth of all calls are sent, after 2.5 s
 * 55 %, after 5 s all; it opens again when half have failed of at least 5. `now` is milliseconds.
 */
export const createBreaker = (now: () => number = () => performance.now()): Breaker => {
  let state: ReturnType<Breaker['state']> = 'closed';
  let seconds = emptySeconds();
  let ticket: Ticket = { isProbe: false };
  let probe: Ticket | null = null;
  let nextProbeAt = 0;
  let recoveringSince = 0;
  /** The sum of the shares of calls so far; each call that is sent takes 1. */
  let credit = 0;

  const changeTo = (to: typeof state): void => {
    state = to;
    seconds = emptySeconds();
    // The end of a call from before the change no longer counts.
    ticket = { isProbe: false };
    probe = null;
  };

  const open = (): void => {
    changeTo('open');
    nextProbeAt = now() + probeEveryMs;
  };

  const enterRamp = (): Ticket | null => {
    const grown = (now() - recoveringSince) / rampMs;
    if (grown >= 1) {
      changeTo('closed');
      return ticket;
    }
    credit += rampFrom + (1 - rampFrom) * grown;
    if (credit < 1) return null;
    credit -= 1;
    return ticket;
  };

  const endProbe = (health: Health): void => {
    probe = null;
    if (health === 'answered') {
      changeTo('recovering');
      recoveringSince = now();
      credit = 0;
    } else if (health === 'failed') nextProbeAt = now() + probeEveryMs;
  };

  const count = (failed: boolean): void => {
    const at = Math.floor(now() / 1000);
    const second = seconds[at % windowSeconds] as Second;
    if (second.at !== at) Object.assign(second, { at, calls: 0, failures: 0 });
    second.calls += 1;
    if (!failed) return;
    second.failures += 1;
    const recent = seconds.filter((one) => one.at > at - windowSeconds);
    const calls = recent.reduce((sum, one) => sum + one.calls, 0);
    const failures = recent.reduce((sum, one) => sum + one.failures, 0);
    const least = state === 'recovering' ? leastRecovering : leastCalls;
    if (calls >= least && 2 * failures >= calls) open();
  };

  return {
    enter: (isRead) => {
      if (state === 'closed') return ticket;
      if (state === 'recovering') return enterRamp();
      if (!isRead || probe !== null || now() < nextProbeAt) return null;
      probe = { isProbe: true };
      return probe;
    },
    leave: (given, health) => {
      if (given === probe) endProbe(health);
      else if (given === ticket && health !== 'unknown') count(health === 'failed');
    },
    state: () => state,
  };
};
