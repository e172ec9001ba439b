import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getOrMake, memoize } from '../../upstream/catalogue/memoize.ts';
import { createQueue, type Queue } from '../../upstream/client/queue.ts';
import type { HttpExchange } from './exchange.ts';
import { createTally } from './waiting-line.ts';

/** The requests of one connection. */
interface Pipeline {
  /** The number of requests that are being answered. */
  running: number;
  /** The requests that wait for their turn. */
  readonly waiting: Queue<() => void>;
}

const maxRunning = 2;
// No ordinary client has more requests waiting on a connection, and each of them costs memory.
const maxWaiting = 128;

/**
 * Answers at most two requests of a connection at a time. Clients may send more without waiting
 * (pipelining): these are answered in order, and nothing more is read meanwhile. A connection with
 * more than 128 waiting requests is closed.
 */
export const twoAtATime = (answer: RequestListener): RequestListener => {
  const lineOf = memoize((_: Socket): Pipeline => ({ running: 0, waiting: createQueue() }));
  return (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    const line = lineOf(socket);
    const begin = (): void => {
      line.running += 1;
      res.once('close', () => {
        line.running -= 1;
        if (!socket.destroyed) beginNext(line, socket);
      });
      answer(req, res);
    };
    if (line.running < maxRunning) {
      begin();
      return;
    }
    line.waiting.add(begin);
    socket.pause();
    if (line.waiting.size() > maxWaiting) socket.destroy();
  };
};

const beginNext = ({ waiting }: Pipeline, socket: Socket): void => {
  const begin = waiting.shift();
  if (begin === null) return;
  begin();
  // Node.js continues to read by itself after a request without a body.
  if (waiting.size() > 0) socket.pause();
  else socket.resume();
};

/** The limits for answers that clients have not read: bytes of all of them, milliseconds of one. */
interface ReaderBounds {
  readonly answersBytes: number;
  readonly answerMs: number;
}

const checkEveryMs = 50;

/**
 * Closes the connections of clients that do not read their answers.
 * - An answer may wait for `answerMs`.
 * - All unread answers may hold `answersBytes`. Beyond that, the caller who holds most loses the
 *   oldest answer.
 *
 * Call the returned function to stop.
 */
export const cutSlowReaders = (
  active: Iterable<HttpExchange>,
  { answersBytes, answerMs }: ReaderBounds,
): (() => void) => {
  const seenAt = new WeakMap<HttpExchange, number>();
  const isLate = (exchange: HttpExchange, now: number): boolean =>
    now - getOrMake(seenAt, exchange, () => now) >= answerMs;
  const check = (): void => {
    const now = performance.now();
    const unread: HttpExchange[] = [];
    for (const one of active) {
      if (isUnread(one)) unread.push(one);
      else seenAt.delete(one);
    }
    for (const one of unread) if (isLate(one, now)) cut(one);
    cutBeyond(answersBytes, unread);
  };
  const timer = setInterval(check, Math.max(1, Math.min(checkEveryMs, answerMs / 4))).unref();
  return () => clearInterval(timer);
};

// A later part that is not ready waits for the API, not for its client.
const isUnread = ({ res }: HttpExchange): boolean =>
  res.headersSent &&
  !res.writableFinished &&
  !res.destroyed &&
  (res.writableEnded || res.writableLength > 0);

const cutBeyond = (bytes: number, unread: readonly HttpExchange[]): void => {
  const held = createTally();
  for (const { callerKey, res } of unread) held.add(callerKey, res.writableLength);
  while (held.total() > bytes) {
    const most = held.largest();
    const oldest = unread.find(({ callerKey, res }) => callerKey === most && !res.destroyed);
    if (oldest === undefined) return;
    held.remove(most, oldest.res.writableLength);
    cut(oldest);
  }
};

// After a reset, the kernel drops the bytes that the client has not read.
const cut = ({ req, res }: HttpExchange): void => {
  req.socket.resetAndDestroy();
  res.destroy();
};
