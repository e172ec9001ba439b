import type { Endpoint } from '../catalogue/language/endpoint.ts';
import { UpstreamError } from './errors.ts';
import { timeOn } from './request/oauth.ts';
import type { Shared } from './shared.ts';
import type { WindowedCall } from './transport/windows.ts';

/** Calls that are made together: one of them, and their number. */
interface RoomRequest {
  readonly endpoint: Endpoint;
  readonly call: WindowedCall;
  readonly calls: number;
  /** Milliseconds that each of them may take. */
  readonly timeLeft: number;
}

/**
 * Throws UpstreamError if the rate window has fewer calls left than are made together, so that none
 * is spent on a useless part. Calls that can wait for the next window are let through.
 */
export const refuseWithoutRoom = (
  { windows, clock }: Pick<Shared, 'windows' | 'clock'>,
  { endpoint, call, calls, timeLeft }: RoomRequest,
): void => {
  const now = timeOn(clock);
  const room = windows.room(call, now);
  if (room === null || room.left >= calls || room.resetAt - now < timeLeft) return;
  const resetAt = new Date(room.resetAt).toISOString();
  const needed = calls === 1 ? '1 call is' : `${calls} calls are`;
  throw new UpstreamError({
    endpoint: endpoint.name,
    status: 429,
    problems: [],
    rateLimit: {
      retryAfterSeconds: Math.ceil((room.resetAt - now) / 1000),
      resetAt,
      scope: room.scope,
      callsNeeded: calls,
      callsLeft: room.left,
    },
    reason: `${needed} needed and the rate window has ${room.left} left until ${resetAt}, so none was sent`,
  });
};
