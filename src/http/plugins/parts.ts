import type { ServerResponse } from 'node:http';
import { internalError } from '../../errors/errors.ts';
import type { FormattedNote } from '../../execution/answer/failures.ts';
import type { RequestRecord } from '../door/exchange.ts';
import { codesOf, extensionsOf, type LaterParts, type Reply, shown } from './reply.ts';

// The format of incremental delivery that clients support.
const partsType = 'multipart/mixed; boundary="-"; deferSpec=20220824';
const boundary = '\r\n---';
const closingDelimiter = '--\r\n';
// Clients accept only this type in parts.
const head = '\r\nContent-Type: application/json; charset=utf-8\r\n\r\n';

/** A reply in parts: its body is the first one. */
export const inParts = (reply: Reply, later: NonNullable<Reply['later']>): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'content-type': partsType },
  body: Buffer.concat([Buffer.from(boundary + head), Buffer.from(reply.body), behind(true)]),
  later,
});

/** The bytes of a part that is this JSON object. */
export const partOf = (json: string | Buffer, hasNext: boolean): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from(head), Buffer.from(json), behind(hasNext)]);

/** The bytes of the later parts of an answer. The errors of all go to `record`. */
export async function* laterBytes(
  { parts, room, trace, remarks, ended }: LaterParts,
  record: RequestRecord,
): AsyncGenerator<Buffer<ArrayBuffer>, void> {
  try {
    const allNotes: FormattedNote[] = [];
    for await (const { members, hasNext, errors, internalErrors, notes } of parts) {
      record.codes = [...new Set([...record.codes, ...codesOf(errors)])];
      record.internalErrors = [...record.internalErrors, ...internalErrors];
      room.take(head.length + 2 + boundary.length);
      allNotes.push(...notes);
      const last = hasNext ? undefined : extensionsOf([...allNotes, ...remarks()], trace);
      const extensions = last === undefined ? '' : `,"extensions":${last}`;
      const fits = Buffer.byteLength(extensions) <= room.left;
      yield Buffer.concat([
        Buffer.from(`${head}{`),
        members,
        Buffer.from(fits ? `${extensions}}` : '}'),
        behind(hasNext),
      ]);
    }
  } catch (error) {
    const failed = internalError();
    record.codes = [...new Set([...record.codes, ...codesOf([failed])])];
    record.internalErrors = [...record.internalErrors, error];
    yield partOf(JSON.stringify({ errors: [shown(failed)], hasNext: false }), false);
  } finally {
    ended();
  }
}

// The boundary is sent right after a part, so that the client sees its end at once.
const behind = (hasNext: boolean): Buffer =>
  Buffer.from(boundary + (hasNext ? '' : closingDelimiter));

/** Sends a reply in parts, and resolves when the last of them is sent. */
export const sendParts = async (
  res: ServerResponse,
  { status, headers, body }: Reply,
  later: NonNullable<Reply['later']>,
): Promise<void> => {
  res.writeHead(status, headers);
  res.write(body);
  // If the caller leaves, its calls are aborted, and no further parts are made.
  await writeAll(res, later);
};

/** Writes chunks as fast as the client reads them, and ends. Stops if the client leaves. */
export const writeAll = async (
  res: ServerResponse,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> => {
  for await (const chunk of chunks) {
    if (res.destroyed) return;
    if (!res.write(chunk)) await drained(res);
  }
  res.end();
};

const drained = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      res.off('drain', go).off('close', go);
      resolve();
    };
    res.on('drain', go).on('close', go);
    if (res.closed) go();
  });
