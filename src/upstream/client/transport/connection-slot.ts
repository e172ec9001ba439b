import type { buildConnector } from 'undici';
import { Client } from 'undici';
import type { ConnectionLine } from './exchange.ts';
import { skipContinue } from './interim.ts';

/** A client of undici, which has at most one connection at a time. */
export interface ConnectionSlot {
  readonly client: Client;
  readonly line: ConnectionLine;
  isOpen: boolean;
  /** Whether it is closed after its request. */
  isRetired: boolean;
  /** Set when closing begins. */
  closed: Promise<void> | null;
}

/** Creates a slot, whose connection is opened by its first request. */
export const createSlot = (origin: string, connect: buildConnector.connector): ConnectionSlot => {
  const line: ConnectionLine = { served: 0, exchange: null };
  const client = new Client(origin, {
    // One request at a time: an answer must not be able to reach another request.
    pipelining: 1,
    allowH2: false,
    connect: (options, done) =>
      connect(options, (...[error, socket]) => {
        if (error !== null) {
          done(error, null);
          return;
        }
        skipContinue(socket, () => (line.exchange?.isUnanswered ? line.exchange : null));
        done(null, socket);
      }),
    maxHeaderSize: 16_384,
    // Off, because each call has a timer of its own for its deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const slot: ConnectionSlot = { client, line, isOpen: false, isRetired: false, closed: null };
  client.on('connect', () => {
    line.served = 0;
    slot.isOpen = true;
  });
  client.on('disconnect', () => {
    slot.isOpen = false;
  });
  return slot;
};
