import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Fault } from './faults.ts';

/** A response ready for the wire. */
export interface EmulatorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

type FaultKind = Fault['kind'];
type Sender<K extends FaultKind> = (
  response: ServerResponse,
  reply: EmulatorReply,
  fault: Extract<Fault, { readonly kind: K }>,
) => void;

/** Sends a reply, with `content` as its body if given. */
export const send = (
  response: ServerResponse,
  { status, headers, body }: EmulatorReply,
  content: string | Buffer = body,
): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(content) });
  response.end(content);
};

const breakConnection = (response: ServerResponse, quietly = false): void => {
  if (quietly) response.socket?.destroy();
  else response.socket?.resetAndDestroy();
};

const half = (body: string | Buffer): Buffer =>
  Buffer.from(body).subarray(0, Buffer.byteLength(body) >> 1);

const gzipped = (
  reply: EmulatorReply,
  layers: number,
  body: Buffer,
): readonly [EmulatorReply, Buffer] => {
  let bytes = body;
  for (let layer = 0; layer < layers; layer += 1) bytes = gzipSync(bytes);
  const encoding = Array.from({ length: layers }, () => 'gzip').join(', ');
  return [{ ...reply, headers: { ...reply.headers, 'content-encoding': encoding } }, bytes];
};

// The timer ends with the connection, so that a fault cannot run on after its client has left.
const every = (response: ServerResponse, ms: number, step: () => boolean): void => {
  const timer = setInterval(() => {
    if (!step()) clearInterval(timer);
  }, ms);
  response.on('close', () => clearInterval(timer));
};

const cut: Sender<'cut'> = (response, { status, headers, body }, fault) => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.flushHeaders();
  if (fault.at === 'body') response.write(half(body));
  // Without this delay the connection could break before the bytes are sent.
  setTimeout(() => breakConnection(response, fault.quietly), 20);
};

const drip: Sender<'drip'> = (response, { status, headers, body }, fault) => {
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

const writeBlanks = (response: ServerResponse, left: number): void => {
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

const open = (response: ServerResponse, { status, headers, body }: EmulatorReply): void => {
  response.writeHead(status, headers);
  response.write(body);
};

const senders: { readonly [K in FaultKind]?: Sender<K> } = {
  drop: (response) => breakConnection(response),
  cut,
  truncate: (response, reply) => send(response, reply, half(reply.body)),
  gzip: (response, reply, { layers = 1 }) =>
    send(response, ...gzipped(reply, layers, Buffer.from(reply.body))),
  bomb: (response, reply, { bytes }) => {
    const blanks = Buffer.alloc(bytes, ' ');
    send(response, ...gzipped(reply, 1, Buffer.concat([Buffer.from(reply.body), blanks])));
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
  huge: (response, reply, { bytes }) => {
    open(response, reply);
    writeBlanks(response, bytes);
  },
};

/**
 * Sends a response with a fault of the transport. Other faults have changed the response before.
 */
export const sendWith = (
  response: ServerResponse,
  reply: EmulatorReply,
  fault: Fault | null,
): void => {
  const sender =
    fault === null ? undefined : (senders[fault.kind] as Sender<FaultKind> | undefined);
  if (fault === null || sender === undefined) send(response, reply);
  else sender(response, reply, fault);
};
