import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { nullIfUnavailable } from '../src/state/store.ts';
import type { Store } from './gateway.ts';
import { ToolError } from './tool-error.ts';

/** Counts a call of a tool. Rejects with ToolError if its viewer makes too many in a minute. */
export type CountToolCall = (viewer: string) => Promise<void>;

const minuteMs = 60_000;

/**
 * Creates the counter: calls of this process and, while the store answers, of all processes. `max`
 * is how many a viewer may make in a minute.
 */
export const createCountToolCall = (store: Store, max: number): CountToolCall => {
  const own = new RateLimiterMemory({ points: max, duration: minuteMs / 1000 });
  return async (viewer) => {
    try {
      await own.consume(viewer);
    } catch (error) {
      throw error instanceof RateLimiterRes ? tooMany(max, error.msBeforeNext) : error;
    }
    const now = store.now();
    const key = `mcp-calls:${viewer}:${Math.floor(now / minuteMs)}`;
    const sum = await nullIfUnavailable(store.increment(key, 1, 2 * minuteMs));
    if (sum !== null && sum > max) throw tooMany(max, minuteMs - (now % minuteMs));
  };
};

const tooMany = (max: number, waitMs: number): ToolError =>
  new ToolError('MCP_RATE_LIMITED', `More than ${max} calls in a minute.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
