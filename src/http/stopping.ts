import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Timeouts } from '../config/settings.ts';
import { type Acceptors, waitUntil } from './door/acceptors.ts';
import type { Requests } from './requests.ts';

/** The steps in which a gateway stops, in this order. */
interface Stopping {
  /** Serves for TIMEOUT_LAME_DUCK_MS more, if its readiness can be watched. */
  readonly keepServing: () => Promise<void>;
  /**
   * In place of `keepServing`, for a worker with a successor: serves until its clients are gone.
   */
  readonly retire: (acceptors: Acceptors) => Promise<void>;
  /**
   * Refuses new requests, waits for running ones, and closes all connections. Resolves with the
   * number of requests that were cut off.
   */
  readonly drain: (acceptors: Acceptors) => Promise<number>;
  /** Waits until the requests that were cut off have recorded and logged their end. */
  readonly waitForReports: () => Promise<void>;
}

interface StoppingNeeds {
  readonly server: Server;
  readonly requests: Requests;
  /** Refuses new operations and uploads from now on. */
  readonly refuse: () => void;
  /** The number of running operations and uploads. */
  readonly running: () => number;
  readonly timeouts: Timeouts;
  readonly isWatched: boolean;
}

// The store answers within half a second, or not at all.
const reportWaitMs = 1000;

export const createStopping = (needs: StoppingNeeds): Stopping => {
  const { server, requests, running, timeouts } = needs;
  let lameDuckMs = needs.isWatched ? timeouts.lameDuck : 0;
  return {
    keepServing: async () => {
      if (lameDuckMs === 0) return;
      requests.endConnections();
      await sleep(lameDuckMs);
    },
    retire: async ({ refuse, clients }) => {
      lameDuckMs = 0;
      refuse();
      requests.endConnections();
      await waitUntil(() => clients() === 0, timeouts.keepAlive + timeouts.mutation);
    },
    drain: async (acceptors) => {
      const isDone = () => requests.active.size() === 0 && running() === 0;
      needs.refuse();
      requests.endConnections();
      await waitUntil(isDone, timeouts.drain);
      const cut = isDone() ? 0 : Math.max(1, requests.active.size());
      // Clients get time to close idle connections: a request on its way to a closed connection
      // would be lost.
      await waitUntil(() => acceptors.clients() === 0, timeouts.grace);
      acceptors.close();
      server.closeAllConnections();
      return cut;
    },
    waitForReports: async () => {
      await waitUntil(() => requests.unreported() === 0, reportWaitMs);
      requests.reportAll();
    },
  };
};
