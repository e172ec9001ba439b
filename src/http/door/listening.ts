import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The address of a listener: `http://127.0.0.1:4000`, `http://[::1]:4000`. */
export const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/**
 * Starts to listen, and resolves with the address, such as `http://127.0.0.1:4000` or
 * `http://[::1]:4000`. With `reusePort` other sockets can listen there too.
 */
export const listen = async (
  server: Server,
  port: number,
  host: string,
  reusePort = false,
): Promise<string> => {
  server.listen({ port, host, backlog: 4096, reusePort });
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return addressOf(host, taken);
};

/** Resolves when a condition holds, which is checked every 10 ms, or after `ms` milliseconds. */
export const waitUntil = async (
  isTrue: () => boolean | Promise<boolean>,
  ms: number,
): Promise<void> => {
  const end = performance.now() + ms;
  while (!(await isTrue()) && performance.now() < end) await sleep(10);
};
