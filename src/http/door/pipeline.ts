import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { memoize } from '../../upstream/catalogue/memoize.ts';
import { createQueue, type Queue } from '../../upstream/client/queue.ts';

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
