import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { answerTo } from './answers.ts';

// A substitute for the REST API as a process that costs as little as possible: it shares a core
// with the load, and its work must not slow a gateway down. So it reads GET requests from bare
// sockets and keeps whole responses.

/** A message to the process of the upstream. */
export type UpstreamMessage =
  | { readonly kind: 'port' }
  | { readonly kind: 'latency'; readonly ms: number }
  /** The requests received since the last such message. */
  | { readonly kind: 'calls' };

const kept = new Map<string, Buffer>();
const maxKept = 4000;
let latencyMs = 0;
let calls = 0;

const statusTexts = { 200: 'OK', 400: 'Bad Request', 404: 'Not Found' } as const;

// The windows are never exhausted. They end after any run, and within the hour that the API allows.
const reset = Math.floor(Date.now() / 1000) + 55 * 60;
const rateLimits = ['x-rate-limit', 'x-account-rate-limit']
  .map(
    (name) =>
      `${name}-limit: 100000000\r\n${name}-remaining: 99999999\r\n${name}-reset: ${reset}\r\n`,
  )
  .join('');

const responseTo = (address: string): Buffer => {
  const known = kept.get(address);
  if (known !== undefined) return known;
  const { status, body } = answerTo(address);
  const head =
    `HTTP/1.1 ${status} ${statusTexts[status]}\r\ncontent-type: application/json;charset=utf-8\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n${rateLimits}x-transaction: 0123456789abcdef\r\n\r\n`;
  const response = Buffer.from(head + body);
  if (kept.size >= maxKept) kept.clear();
  kept.set(address, response);
  return response;
};

const answer = (socket: Socket, address: string): void => {
  calls += 1;
  const response = responseTo(address);
  if (latencyMs === 0) socket.write(response);
  else setTimeout(() => socket.write(response), latencyMs);
};

const endOfRequest = '\r\n\r\n';

const server = createServer({ noDelay: true }, (socket) => {
  let unread = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1');
    for (let end = unread.indexOf(endOfRequest); end >= 0; end = unread.indexOf(endOfRequest)) {
      const start = unread.indexOf(' ') + 1;
      answer(socket, unread.slice(start, unread.indexOf(' ', start)));
      unread = unread.slice(end + endOfRequest.length);
    }
  });
});

const reply = (ask: UpstreamMessage): number => {
  if (ask.kind === 'port') return (server.address() as AddressInfo).port;
  if (ask.kind === 'latency') {
    latencyMs = ask.ms;
    return latencyMs;
  }
  const counted = calls;
  calls = 0;
  return counted;
};

server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => {
  process.on('message', (ask: UpstreamMessage) => process.send?.(reply(ask)));
});
