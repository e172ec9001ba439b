import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Fault } from './faults.ts';

/** An answer ready for the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Sender = (response: ServerResponse, reply: Reply, fault: Fault) => void;

/** Sends an answer as it is. */
export const send = (response: ServerResponse, { status, headers, body }: Reply): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

const sendBytes = (response: ServerResponse, reply: Reply, bytes: Buffer): void => {
  response.writeHead(reply.status, { ...reply.headers, 'content-length': bytes.length });
  response.end(bytes);
};

const breakOff = (response: ServerResponse, quietly = false): void => {
  if (quietly) response.socket?.destroy();
  else response.socket?.resetAndDestroy();
};

const half = (body: string): Buffer => Buffer.from(body).subarray(0, Buffer.byteLength(body) >> 1);

const packed = (reply: Reply, layers: number, body: Buffer): readonly [Reply, Buffer] => {
  let bytes = body;
  for (let layer = 0; layer < layers; layer += 1) bytes = gzipSync(bytes);
  const encoding = Array.from({ length: layers }, () => 'gzip').join(', ');
  return [{ ...reply, headers: { ...reply.headers, 'content-encoding': encoding } }, bytes];
};

// A timer is cleared with its connection, so that a fault never outlives the client it was for.
const every = (response: ServerResponse, ms: number, step: () => boolean): void => {
  const timer = setInterval(() => {
    if (!step()) clearInterval(timer);
  }, ms);
  response.on('close', () => clearInterval(timer));
};

const cut: Sender = (response, { status, headers, body }, fault) => {
  if (fault.kind !== 'cut') return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.flushHeaders();
  if (fault.at === 'body') response.write(half(body));
  // The bytes must have left before the connection breaks, else the cut would be a drop.
  setTimeout(() => breakOff(response, fault.quietly), 20);
};

const drip: Sender = (response, { status, headers, body }, fault) => {
  if (fault.kind !== 'drip') return;
  const bytes = Buffer.from(body);
  let sent = 0;
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  every(response, fault.everyMs, () => {
    response.write(bytes.subarray(sent, sent + fault.bytes));
    sent += fault.bytes;
    if (sent >= bytes.length) response.end();
    return sent < bytes.length;
  });
};

const pour = (response: ServerResponse, left: number): void => {
  let remaining = left;
  const blanks = Buffer.alloc(65_536, ' ');
  const more = (): void => {
    while (remaining > 0) {
      const chunk = blanks.subarray(0, Math.min(blanks.length, remaining));
      remaining -= chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
};

const open = (response: ServerResponse, { status, headers, body }: Reply): void => {
  response.writeHead(status, headers);
  response.write(body);
};

const senders: Readonly<Partial<Record<Fault['kind'], Sender>>> = {
  drop: (response) => breakOff(response),
  cut,
  truncate: (response, reply) => sendBytes(response, reply, half(reply.body)),
  gzip: (response, reply, fault) => {
    const layers = fault.kind === 'gzip' ? (fault.layers ?? 1) : 1;
    sendBytes(response, ...packed(reply, layers, Buffer.from(reply.body)));
  },
  bomb: (response, reply, fault) => {
    const blanks = Buffer.alloc(fault.kind === 'bomb' ? fault.bytes : 0, ' ');
    sendBytes(response, ...packed(reply, 1, Buffer.concat([Buffer.from(reply.body), blanks])));
  },
  drip,
  hang: open,
  endless: (response, reply) => {
    open(response, reply);
    every(
      response,
      5,
      () => response.writableNeedDrain || response.write(' '.repeat(1024)) || true,
    );
  },
  huge: (response, reply, fault) => {
    open(response, reply);
    pour(response, fault.kind === 'huge' ? fault.bytes : 0);
  },
};

/** Sends an answer the way a fault says; faults that only change what is said send as usual. */
export const sendWith = (response: ServerResponse, reply: Reply, fault: Fault | null): void => {
  const sender = fault === null ? undefined : senders[fault.kind];
  if (fault === null || sender === undefined) send(response, reply);
  else sender(response, reply, fault);
};
