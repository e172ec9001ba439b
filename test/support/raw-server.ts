import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';

/** One request as it arrived. */
export interface RawRequest {
  /** The index of its connection, counted from 0. */
  readonly connection: number;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The reaction of a server to a request; `index` counts the requests of the server from 0. */
export type Play = (socket: Socket, request: RawRequest, index: number) => void;

/** A server on a free loopback port that writes whatever bytes a test wants. */
export interface RawServer {
  readonly url: string;
  readonly requests: readonly RawRequest[];
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** Starts one. A socket gets the next request only after `play` has seen the one before. */
export const startRawServer = async (play: Play): Promise<RawServer> => {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    const connection = connections;
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (;;) {
        const read = readRequest(received, connection);
        if (read === null) return;
        received = received.subarray(read.length);
        requests.push(read.request);
        play(socket, read.request, requests.length - 1);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

const readRequest = (
  bytes: Buffer,
  connection: number,
): { readonly request: RawRequest; readonly length: number } | null => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return null;
  const body = bytes.toString('utf8', end + 4, length);
  return { request: { connection, method, target, headers, body }, length };
};

/** The bytes of a whole answer with its length. */
export const rawAnswer = (
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer => {
  const bytes = Buffer.from(body);
  const lines = Object.entries({
    'content-type': 'application/json;charset=utf-8',
    'content-length': String(bytes.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`), bytes]);
};
