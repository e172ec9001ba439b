/**
 * A text of ASCII, prepared to be written or compared 4 bytes at a time: as numbers of 4 bytes
 * each, the last filled up with zeros.
 */
export interface Literal {
  /** In bytes. */
  readonly length: number;
  readonly words: Int32Array;
  /** The bits of the last number that belong to the text. */
  readonly lastMask: number;
}

/** Prepares a text of ASCII that is not empty. */
export const literalOf = (text: string): Literal => {
  const { length } = text;
  const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
  padded.write(text, 'latin1');
  const words = Int32Array.from({ length: padded.length / 4 }, (_, word) =>
    padded.readInt32LE(4 * word),
  );
  return { length, words, lastMask: length % 4 === 0 ? -1 : (1 << (8 * (length % 4))) - 1 };
};

/** `null`, as JSON. */
export const nullLiteral = literalOf('null');

/** Whether a literal is at this position. Up to 3 bytes after it are read too. */
export const isAt = (view: DataView, at: number, { words, lastMask }: Literal): boolean => {
  const last = words.length - 1;
  for (let word = 0; word < last; word += 1) {
    if (view.getInt32(at + 4 * word, true) !== words[word]) return false;
  }
  return (view.getInt32(at + 4 * last, true) & lastMask) === words[last];
};
