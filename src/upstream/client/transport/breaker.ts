/** A host's health after a call: `unknown` if the caller left, or if the call was not sent. */
export type Health = 'answered' | 'failed' | 'unknown';

/** Allows one call, until `leave`. */
interface Ticket {
  readonly isProbe: boolean;
}

const measuredSeconds = 10;
const minCalls = 20;
// Fewer than usual, because most calls are still held back.
const minRecovering = 5;
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
  Array.from({ length: measuredSeconds }, () => ({ at: -1, calls: 0, failures: 0 }));

interface BreakerOptions {
  readonly now: () => number;
  readonly onChange: (state: ReturnType<Breaker['state']>) => void;
}

/**
 * Stops calls to a failing host until a probe is answered. `now` is milliseconds.
 * - It opens if half of the calls of 10 s have failed, of at least 20: with 10 failures of 20
 *   calls, not with 10 of 19.
 * - While it is open, one read a second is sent as a probe.
 * - Once a probe is answered, a tenth of all calls are sent, after 2.5 s 55 %, after 5 s all. It
 *   opens again if half have failed, of at least 5.
 */
export class Breaker {
  readonly #now: () => number;
  readonly #onChange: BreakerOptions['onChange'];
  #state: ReturnType<Breaker['state']> = 'closed';
  #seconds = emptySeconds();
  #ticket: Ticket = { isProbe: false };
  #probe: Ticket | null = null;
  #nextProbeAt = 0;
  #recoveringSince = 0;
  /** The sum of the shares of calls so far; each call that is sent takes 1. */
  #credit = 0;

  constructor({ now, onChange }: BreakerOptions) {
    this.#now = now;
    this.#onChange = onChange;
  }

  state(): 'closed' | 'open' | 'recovering' {
    return this.#state;
  }

  /** A ticket for a call, or null if it may not be sent. Only reads are probes. */
  enter(isRead: boolean): Ticket | null {
    if (this.#state === 'closed') return this.#ticket;
    if (this.#state === 'recovering') return this.#enterRamp();
    if (!isRead || this.#probe !== null || this.#now() < this.#nextProbeAt) return null;
    this.#probe = { isProbe: true };
    return this.#probe;
  }

  leave(given: Ticket, health: Health): void {
    if (given === this.#probe) this.#endProbe(health);
    else if (given === this.#ticket && health !== 'unknown') this.#count(health === 'failed');
  }

  #changeTo(to: ReturnType<Breaker['state']>): void {
    if (to !== this.#state) this.#onChange(to);
    this.#state = to;
    this.#seconds = emptySeconds();
    // A call that began before the change no longer counts.
    this.#ticket = { isProbe: false };
    this.#probe = null;
  }

  #open(): void {
    this.#changeTo('open');
    this.#nextProbeAt = this.#now() + probeEveryMs;
  }

  #enterRamp(): Ticket | null {
    const grown = (this.#now() - this.#recoveringSince) / rampMs;
    if (grown >= 1) {
      this.#changeTo('closed');
      return this.#ticket;
    }
    this.#credit += rampFrom + (1 - rampFrom) * grown;
    if (this.#credit < 1) return null;
    this.#credit -= 1;
    return this.#ticket;
  }

  #endProbe(health: Health): void {
    this.#probe = null;
    if (health === 'answered') {
      this.#changeTo('recovering');
      this.#recoveringSince = this.#now();
      this.#credit = 0;
    } else if (health === 'failed') this.#nextProbeAt = this.#now() + probeEveryMs;
  }

  #count(failed: boolean): void {
    const at = Math.floor(this.#now() / 1000);
    const second = this.#seconds[at % measuredSeconds] as Second;
    if (second.at !== at) Object.assign(second, { at, calls: 0, failures: 0 });
    second.calls += 1;
    if (!failed) return;
    second.failures += 1;
    const recent = this.#seconds.filter((one) => one.at > at - measuredSeconds);
    const calls = recent.reduce((sum, one) => sum + one.calls, 0);
    const failures = recent.reduce((sum, one) => sum + one.failures, 0);
    const least = this.#state === 'recovering' ? minRecovering : minCalls;
    if (calls >= least && 2 * failures >= calls) this.#open();
  }
}
