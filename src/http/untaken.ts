import type { Exchange } from './exchange.ts';
import { createTally } from './tally.ts';

/** How much of answers may wait for clients to take them, in bytes of all together and in milliseconds of each. */
export interface Bounds {
  readonly answersBytes: number;
  readonly answerMs: number;
}

const lookEveryMs = 250;

/**
 * Cuts clients who do not take their answers: those that had one for too long, and while all answers hold too many bytes,
 * the oldest answers of who holds most. Gives what ends the watch.
 */
export const watchUntaken = (
  underWay: ReadonlySet<Exchange>,
  { answersBytes, answerMs }: Bounds,
): (() => void) => {
  const seenAt = new WeakMap<Exchange, number>();
  const isLate = (exchange: Exchange, now: number): boolean => {
    const since = seenAt.get(exchange) ?? now;
    seenAt.set(exchange, since);
    return now - since >= answerMs;
  };
  const look = (): void => {
    const now = performance.now();
    const untaken: Exchange[] = [];
    for (const one of underWay) {
      if (isUntaken(one)) untaken.push(one);
      else seenAt.delete(one);
    }
    for (const one of untaken) if (isLate(one, now)) cut(one);
    cutBeyond(answersBytes, untaken);
  };
  const looking = setInterval(look, Math.max(1, Math.min(lookEveryMs, answerMs / 4))).unref();
  return () => clearInterval(looking);
};

// An answer in parts waits for the API while it has nothing that could be taken.
const isUntaken = ({ res }: Exchange): boolean =>
  res.headersSent &&
  !res.writableFinished &&
  !res.destroyed &&
  (res.writableEnded || res.writableLength > 0);

const cutBeyond = (bytes: number, untaken: readonly Exchange[]): void => {
  const held = createTally();
  for (const { who, res } of untaken) held.add(who, res.writableLength);
  while (held.total() > bytes) {
    const most = held.largest();
    const oldest = untaken.find(({ who, res }) => who === most && !res.destroyed);
    if (oldest === undefined) return;
    held.remove(most, oldest.res.writableLength);
    cut(oldest);
  }
};

// A reset lets the kernel forget what it still holds for somebody who does not read.
const cut = ({ req, res }: Exchange): void => {
  req.socket.resetAndDestroy();
  res.destroy();
};
