import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';

/** An address that leads new connections to a port, which can be changed. */
export interface Switch {
  readonly port: number;
  /** Leads new connections to another port; open ones stay. */
  readonly leadTo: (port: number) => void;
  readonly close: () => void;
}

/** Starts one. It works like a service name in front of database servers. */
export const startSwitch = async (first: number): Promise<Switch> => {
  let target = first;
  const server = createServer((socket) => {
    const other = connect(target, '127.0.0.1');
    const end = (): void => {
      socket.destroy();
      other.destroy();
    };
    for (const one of [socket, other]) one.on('error', end).on('close', end);
    socket.pipe(other).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => {
      target = port;
    },
    close: () => server.close(),
  };
};
