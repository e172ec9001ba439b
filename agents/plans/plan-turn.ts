import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { nullIfUnavailable } from '../../src/state/store.ts';
import type { Store } from '../gateway.ts';
import { ToolError } from '../tool-error.ts';

// A process that works on a plan renews its lease. Once the lease has expired, the process is gone.
const leaseMs = 6000;
const renewMs = 1000;

interface Turn {
  readonly store: Store;
  readonly id: string;
  /** Milliseconds to wait for other calls. */
  readonly waitMs: number;
}

/**
 * Works on a plan while nobody else does. Rejects with ToolError if another process holds it for
 * too long.
 */
export const inTurn = async <T>(
  { store, id, waitMs }: Turn,
  work: () => Promise<T>,
): Promise<T> => {
  const key = `mcp-turn:${id}`;
  const mine = randomUUID();
  const until = performance.now() + waitMs;
  while ((await store.setIfAbsent(key, mine, leaseMs)) !== null) {
    if (performance.now() > until) {
      throw new ToolError(
        'IDEMPOTENCY_IN_PROGRESS',
        'This plan is being applied by another call.',
        {
          next: 'Call ads_outcome.',
          retryAfterSeconds: 5,
        },
      );
    }
    await pause(100);
  }
  const renew = { key, from: mine, to: mine, ttlMs: leaseMs };
  const timer = setInterval(() => void nullIfUnavailable(store.compareAndSwap(renew)), renewMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await nullIfUnavailable(store.compareAndSwap({ ...renew, to: null }));
  }
};
