import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** A connection to the host of a URL. */
export const connectTo = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

type Headers = Readonly<Record<string, string>>;

/** The head of a GraphQL POST. */
export const headOf = (url: string, headers: Headers): string => {
  const { host, pathname } = new URL(url);
  const lines = Object.entries({ host, 'content-type': 'application/json', ...headers });
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `POST ${pathname} HTTP/1.1\r\n${text}\r\n`;
};

/** A whole GraphQL POST. */
export const postOf = (url: string, query: string, headers: Headers = {}): string => {
  const body = JSON.stringify({ query });
  return headOf(url, { 'content-length': String(Buffer.byteLength(body)), ...headers }) + body;
};

/** All bytes that arrive until the other side ends or resets the connection. */
export const restOf = async (socket: Socket): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.resume();
  // A reset is an end too.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks);
};

/** Writes, and counts the bytes that arrive until the other side ends or resets the connection. */
export const lengthOf = async (socket: Socket, text: string): Promise<number> => {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  socket.write(text);
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return bytes;
};

/** True if an answer is complete by its own length. */
export const isWhole = (answer: Buffer): boolean => {
  const end = answer.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, end))?.[1];
  return length !== undefined && answer.length - end - 4 === Number(length);
};
