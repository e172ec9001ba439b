import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Begins to listen, and says at which address. */
export const listen = async (server: Server, port: number, host: string): Promise<string> => {
  server.listen({ port, host, backlog: 4096 });
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
};

/** How many connections a server has. */
export const connectionsOf = promisify((server: Server, done: Counted) =>
  server.getConnections(done),
);

type Counted = (error: Error | null, count: number) => void;

/** Resolves when something has come to be true, or after so many milliseconds. */
export const until = async (
  isTrue: () => boolean | Promise<boolean>,
  ms: number,
): Promise<void> => {
  const end = performance.now() + ms;
  while (!(await isTrue()) && performance.now() < end) await sleep(10);
};
