import { crc32 } from 'node:zlib';

/** A still of a moving picture: a PNG and its duration. */
export interface Still {
  readonly png: Buffer;
  readonly ms: number;
}

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const chunksOf = (png: Buffer): readonly Chunk[] => {
  const chunks: Chunk[] = [];
  let at = signature.length;
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    chunks.push({ name, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
};

const written = (name: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), ...parts]);
  const sum = uint32(crc32(body));
  return Buffer.concat([uint32(body.length - 4), body, sum]);
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** The head of a still: its place in the file, its size, and its duration. */
const control = (place: number, size: Buffer, ms: number): Buffer => {
  const rest = Buffer.alloc(14);
  rest.writeUInt16BE(ms, 8);
  rest.writeUInt16BE(1000, 10);
  return written('fcTL', uint32(place), size, rest);
};

/**
 * An animated PNG of stills of one size. It plays this many times, and ends at the last still.
 * Viewers without animations show the first one.
 */
export const movingPicture = (stills: readonly Still[], plays: number): Buffer => {
  const [first] = stills;
  const [header] = first === undefined ? [] : chunksOf(first.png);
  if (header === undefined) throw new Error('There is no still.');
  const size = header.data.subarray(0, 8);
  let place = 0;
  const frames = stills.flatMap(({ png, ms }, at) => [
    control(place++, size, ms),
    ...chunksOf(png)
      .filter(({ name }) => name === 'IDAT')
      .map(({ data }) =>
        at === 0 ? written('IDAT', data) : written('fdAT', uint32(place++), data),
      ),
  ]);
  return Buffer.concat([
    signature,
    written(header.name, header.data),
    written('acTL', uint32(stills.length), uint32(plays)),
    ...frames,
    written('IEND'),
  ]);
};
