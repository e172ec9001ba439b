import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Begins to listen, and says at which address. */
export const listen = async (server: Server, port: number, host: string): Promise<string> => {
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
};

/** Resolves when a server that no longer listens has no connection left. */
export const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    if (server.listening) server.close(() => resolve());
    else
      server.getConnections((_error, count) =>
        count === 0 ? resolve() : server.once('close', resolve),
      );
  });

/** Resolves after a time that keeps no process alive. */
export const elapsed = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
