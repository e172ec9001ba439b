import { scanBinary } from './scan-binary.ts';

/** The parts of WebAssembly that are used here; TypeScript declares them for browsers only. */
declare const WebAssembly: {
  readonly Module: new (binary: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** An address in the memory of the scanner, which begins at 0. */
interface MemoryAddress {
  readonly value: number;
}

/** The exports of `wasm/scan.ts`. */
interface Scan {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  readonly names: MemoryAddress;
  readonly namesSize: { readonly value: number };
  readonly spans: MemoryAddress;
  readonly stretchEnd: MemoryAddress;
  readonly response: MemoryAddress;
  readonly scanStretch: (from: number, columns: number, levels: number) => number;
  readonly scanValue: (from: number, levels: number) => number;
}

const instance = new WebAssembly.Instance(
  new WebAssembly.Module(Buffer.from(scanBinary, 'base64')),
);
const scan = instance.exports as Scan;
const blockSize = 16;

/** The bytes that precede each value of a row, such as `,"name":`. */
export interface ColumnNames {
  readonly count: number;
  /** The length of the first one, in bytes. */
  readonly firstLength: number;
  /** In the format in which the scanner compares them. */
  readonly table: Uint8Array;
}

/** ColumnNames for texts of ASCII; null if they are too many or too long. */
export const namesOf = (texts: readonly string[]): ColumnNames | null => {
  const table = Buffer.concat(texts.map(entryOf));
  const firstLength = texts[0]?.length ?? 0;
  const isFit = table.length <= scan.namesSize.value;
  return isFit ? { count: texts.length, firstLength, table } : null;
};

const entryOf = (text: string): Buffer => {
  const blocks = Math.ceil(text.length / blockSize);
  const entry = Buffer.alloc(4 + 2 * blockSize * blocks);
  entry.writeUInt32LE(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const at = 4 + 2 * index - (index % blockSize);
    entry[at] = text.charCodeAt(index);
    entry[at + blockSize] = 0xff;
  }
  return entry;
};

const pageSize = 65_536;
/** The bytes of 0 after a response. */
const marginSize = 64;

/** The memory of the scanner. It grows to the longest response, which LIMIT_PAGE_BYTES bounds. */
let bytes = new Uint8Array(scan.memory.buffer);
let words = new Int32Array(scan.memory.buffer);
let names: ColumnNames | null = null;

/** Takes the response to scan from now on. */
export const takeResponse = (response: Uint8Array): void => {
  const start = scan.response.value;
  const end = start + response.length;
  const missing = end + marginSize - bytes.length;
  if (missing > 0) {
    scan.memory.grow(Math.ceil(missing / pageSize));
    bytes = new Uint8Array(scan.memory.buffer);
    words = new Int32Array(scan.memory.buffer);
  }
  bytes.set(response, start);
  bytes.fill(0, end, end + marginSize);
};

/** Neighbouring rows of a response. */
export interface FoundRows {
  readonly count: number;
  /** The end of the last row. */
  readonly end: number;
  /**
   * Two numbers for each value: the start and the end of its JSON. The end is negative for a string
   * with escapes or characters beyond ASCII.
   */
  readonly spans: Int32Array;
}

/**
 * The rows from `from` that have these names and values at most `levels` deep, some 16 KiB of them.
 * Null if the first row has other names or deeper values.
 */
export const findRows = (from: number, wanted: ColumnNames, levels: number): FoundRows | null => {
  if (names !== wanted) {
    bytes.set(wanted.table, scan.names.value);
    names = wanted;
  }
  const count = scan.scanStretch(from, wanted.count, levels);
  if (count === 0) return null;
  const firstSpan = scan.spans.value / 4;
  return {
    count,
    end: words[scan.stretchEnd.value / 4] as number,
    spans: words.slice(firstSpan, firstSpan + 2 * count * wanted.count),
  };
};

/** The result if there is no such value. */
export const NOT_FOUND = -1;

/**
 * The end of the JSON value at `at`; `NOT_FOUND` if it is not JSON, has white space between its
 * parts, or nests arrays and objects more than `levels` deep.
 */
export const endOfValue = (from: number, levels: number): number => scan.scanValue(from, levels);
