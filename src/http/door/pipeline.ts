import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Queue } from '../../upstream/client/queue.ts';
import { createQueue } from '../../upstream/client/queue.ts';

/** The requests of one connection. */
interface Pipeline {
  /** How many are being answered. */
  inHand: number;
  /** Those that came behind them. */
  readonly waiting: Queue<() => void>;
}

const mostInHand = 2;
// A connection with more of them is no ordinary client's, and each costs memory.
const mostWaiting = 128;

/**
 * Answers at most two requests of a connection at a time. Clients may send more without waiting
 * (pipelining): they are answered in turn, and nothing more is read meanwhile. A connection with
 * more than 128 waiting requests is cut.
 */
export const twoAtATime = (answer: RequestListener): RequestListener => {
  const lines = new WeakMap<Socket, Pipeline>();
  return (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req;
    const line = lines.get(socket) ?? { inHand: 0, waiting: createQueue() };
    lines.set(socket, line);
    const begin = (): void => {
      line.inHand += 1;
      res.once('close', () => {
        line.inHand -= 1;
        if (!socket.destroyed) beginNext(line, socket);
      });
      answer(req, res);
    };
    if (line.inHand < mostInHand) {
      begin();
      return;
    }
    line.waiting.add(begin);
    socket.pause();
    if (line.waiting.size() > mostWaiting) socket.destroy();
  };
};

const beginNext = ({ waiting }: Pipeline, socket: Socket): void => {
  const begin = waiting.shift();
  if (begin === null) return;
  begin();
  // Node.js reads on by itself where a request without a body has ended.
  if (waiting.size() > 0) socket.pause();
  else socket.resume();
};
