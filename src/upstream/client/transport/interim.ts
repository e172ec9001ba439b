import type { Socket } from 'node:net';

const start = Buffer.from('HTTP/1.1 100');
const headEnd = '\r\n\r\n';
const maxSkipped = 8;

/** Whether bytes begin a response of status 100, or are too few to tell. */
const mayContinue = (bytes: Buffer): boolean => {
  const known = Math.min(bytes.length, start.length);
  return bytes.compare(start, 0, known, 0, known) === 0;
};

/**
 * Removes responses with status 100 from what a socket reads. HTTP allows them, but undici closes
 * the connection because of them. `due` returns the request whose response is expected, or null.
 * More than 8 in a row are left in.
 */
export const skipContinue = (socket: Socket, due: () => object | null): void => {
  const read = socket.read.bind(socket);
  let held: Buffer | null = null;
  let current: object | null = null;
  let skipped = 0;
  const without = (chunk: Buffer): Buffer | null => {
    let bytes = held === null ? chunk : Buffer.concat([held, chunk]);
    held = null;
    while (skipped < maxSkipped && bytes.length > 0 && mayContinue(bytes)) {
      const end = bytes.length < start.length ? -1 : bytes.indexOf(headEnd);
      if (end === -1) {
        held = bytes;
        return null;
      }
      skipped += 1;
      bytes = bytes.subarray(end + headEnd.length);
    }
    return bytes.length === 0 ? null : bytes;
  };
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      const request = due();
      if (chunk === null || request === null) return chunk;
      if (request !== current) skipped = 0;
      current = request;
      const rest = without(chunk);
      if (rest !== null) return rest;
    }
  };
};
