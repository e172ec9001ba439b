import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenerUrl } from '../../auth/listener-url.ts';

/** The listening sockets of a server. */
export interface Acceptors {
  /** Such as `http://127.0.0.1:4000`. */
  readonly address: string;
  /** The number of open connections. */
  readonly clients: () => number;
  /** Accepts no more connections; open ones stay, even if they are idle. */
  readonly refuse: () => void;
  /** Accepts no more connections, and closes the idle ones. */
  readonly close: () => void;
}

interface AcceptOptions {
  readonly port: number;
  readonly host: string;
  /** Connections beyond this number are closed at once. */
  readonly maxClients: number;
  /** True if another process accepts the connections and hands them over, as for workers. */
  readonly takesSockets: boolean;
}

/** Makes a server accept connections. */
export type Accept = (server: Server, options: AcceptOptions) => Promise<Acceptors>;

/** For a gateway that only its own process asks: lets no connections come. */
export const acceptNobody: Accept = async () => ({
  address: 'http://localhost',
  clients: () => 0,
  refuse: () => undefined,
  close: () => undefined,
});

const sockets = 16;

// Other systems cannot share a port, or send all connections to one of its sockets.
const canShare = process.platform === 'linux';

/**
 * Lets a server listen, on 16 sockets that share the port. Node.js accepts one connection of a
 * socket in each turn of its event loop. With long turns, one socket would accept fewer than 50 in
 * a second, and the others would wait without being counted.
 */
export const accept: Accept = async (server, options) => {
  const { port, host, maxClients, takesSockets } = options;
  let clients = 0;
  let others = 0;
  server.maxConnections = maxClients;
  // Without this, a primary would offer a refused connection to its workers again and again.
  Object.assign(server, { dropMaxConnection: true });
  server.on('connection', (socket: Socket) => {
    clients += 1;
    socket.once('close', () => {
      clients -= 1;
    });
  });
  const count = (by: number): void => {
    others += by;
    server.maxConnections = maxClients - others;
  };
  const passOn = (socket: Socket): void => {
    if (clients >= maxClients) {
      socket.destroy();
      return;
    }
    count(1);
    socket.once('close', () => count(-1));
    server.emit('connection', socket);
  };
  const isShared = canShare && !takesSockets;
  if (isShared && port !== 0) await refuseTaken(port, host);
  const address = await listen(server, port, host, isShared);
  const taken = Number(new URL(address).port);
  const further = Array.from({ length: isShared ? sockets - 1 : 0 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, passOn),
  );
  await Promise.all(further.map((one) => listen(one, taken, host, true)));
  return {
    address,
    clients: () => clients,
    refuse: () => {
      // The `close` of HTTP servers would close idle connections, on which a request may be
      // arriving.
      for (const one of [server, ...further]) NetServer.prototype.close.call(one);
    },
    close: () => {
      for (const one of [server, ...further]) one.close();
    },
  };
};

// A port that is shared could be shared with another gateway by mistake.
const refuseTaken = async (port: number, host: string): Promise<void> => {
  const probe = createServer();
  await listen(probe, port, host);
  probe.close();
  await once(probe, 'close');
};

/**
 * Starts to listen, and resolves with the address, such as `http://127.0.0.1:4000` or
 * `http://[::1]:4000`. With `reusePort` other sockets can listen there too.
 */
export const listen = async (
  server: NetServer,
  port: number,
  host: string,
  reusePort = false,
): Promise<string> => {
  server.listen({ port, host, backlog: 4096, reusePort });
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return listenerUrl(host, taken);
};

/** Resolves when a condition holds, which is checked every 10 ms, or after `ms` milliseconds. */
export const waitUntil = async (
  isTrue: () => boolean | Promise<boolean>,
  ms: number,
): Promise<void> => {
  const end = performance.now() + ms;
  while (!(await isTrue()) && performance.now() < end) await sleep(10);
};
