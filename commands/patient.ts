import { AdsGraphError } from '../client/client.ts';
import { pause, waitMs } from '../client/failure.ts';
import type { Progress } from './output.ts';

const longestMs = 60_000;

/**
 * The time until the windows of the API that are used up renew, in milliseconds; null if there are
 * other errors, or if the API does not report the time.
 */
const windowMs = ({ errors }: AdsGraphError): number | null => {
  const isWindow = errors.every(({ extensions }) => extensions?.code === 'UPSTREAM_RATE_LIMITED');
  const seconds = errors.map(({ extensions }) => extensions?.retryAfterSeconds ?? 0);
  return isWindow && Math.max(...seconds) > 0 ? 1000 * Math.max(...seconds) : null;
};

/** The current time, in milliseconds since 1970, and a pause. */
export interface Clock {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** The clock of this machine. */
export const machine: Clock = { now: Date.now, pause };

/** A time of day with its zone, where this machine is: `14:30 CET`. */
const timeOf = (time: number): string =>
  new Date(time).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/**
 * Does something again until it succeeds. Windows of the API are waited for, and told; what else
 * may pass is tried for a minute.
 */
export const patiently = async <T>(
  work: () => Promise<T>,
  progress: Progress,
  clock: Clock = machine,
): Promise<T> => {
  let failingSince: number | null = null;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AdsGraphError)) throw error;
      const window = windowMs(error);
      if (window !== null) {
        const until = timeOf(clock.now() + window);
        progress.say(`The rate window of the API is used up; waiting until ${until}.`);
        await clock.pause(window);
        failingSince = null;
        continue;
      }
      failingSince ??= clock.now();
      const wait = waitMs(error, Math.min(tries, 4));
      if (wait === null || clock.now() - failingSince + wait > longestMs) throw error;
      await clock.pause(wait);
    }
  }
};
