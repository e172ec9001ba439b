/** How a call ended, as far as it says something about the API: not where its caller left or it never went out. */
export type Health = 'answered' | 'failed' | 'untold';

/** Lets a call out, until `leave` hears how it ended. */
export interface Ticket {
  readonly isProbe: boolean;
}

/** Stops asking a host that fails, and finds out when it is well again. */
export interface Breaker {
  /** A ticket for a call, or null where none may go out: reads alone are sent as probes. */
  readonly enter: (isRead: boolean) => Ticket | null;
  readonly leave: (ticket: Ticket, health: Health) => void;
  readonly state: () => 'closed' | 'open' | 'recovering';
}

const windowSeconds = 10;
const leastCalls = 20;
// While a host recovers, fewer calls decide: most are still held back.
const leastRecovering = 5;
const probeEveryMs = 1000;
const rampMs = 5000;
const rampFrom = 0.1;

/** Calls and failures of one second. */
interface Second {
  at: number;
  calls: number;
  failures: number;
}

const emptySeconds = (): Second[] =>
  Array.from({ length: windowSeconds }, () => ({ at: -1, calls: 0, failures: 0 }));

/**
 * A breaker that opens when half or more of 20 calls or more in 10 s have failed. While it is open, one read a second is let
 * out; once one is answered, it lets out a tenth of all calls and, in 5 s, all of them. `now` is in milliseconds.
 */
export const createBreaker = (now: () => number = () => performance.now()): Breaker => {
  let state: ReturnType<Breaker['state']> = 'closed';
  let seconds = emptySeconds();
  let ticket: Ticket = { isProbe: false };
  let probe: Ticket | null = null;
  let nextProbeAt = 0;
  let healedAt = 0;
  let credit = 0;

  const turn = (to: typeof state): void => {
    state = to;
    seconds = emptySeconds();
    // Calls from before say nothing about what is now.
    ticket = { isProbe: false };
    probe = null;
  };

  const open = (): void => {
    turn('open');
    nextProbeAt = now() + probeEveryMs;
  };

  const ramped = (): Ticket | null => {
    const grown = (now() - healedAt) / rampMs;
    if (grown >= 1) {
      turn('closed');
      return ticket;
    }
    credit += rampFrom + (1 - rampFrom) * grown;
    if (credit < 1) return null;
    credit -= 1;
    return ticket;
  };

  const probed = (health: Health): void => {
    probe = null;
    if (health === 'answered') {
      turn('recovering');
      healedAt = now();
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
      if (state === 'recovering') return ramped();
      if (!isRead || probe !== null || now() < nextProbeAt) return null;
      probe = { isProbe: true };
      return probe;
    },
    leave: (given, health) => {
      if (given === probe) probed(health);
      else if (given === ticket && health !== 'untold') count(health === 'failed');
    },
    state: () => state,
  };
};
