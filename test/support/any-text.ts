import fc, { type StringConstraints } from 'fast-check';

// The halves of surrogate pairs, which are not characters by themselves.
const surrogates = { from: 0xd800, count: 0x800 };

const charOf = (index: number): string =>
  String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count);

// The inverse that fast-check needs. It throws if a text cannot be made of such characters.
const indexOf = (value: unknown): number => {
  if (typeof value !== 'string' || [...value].length !== 1) throw new TypeError(`${value}`);
  const code = value.codePointAt(0) ?? 0;
  return code < surrogates.from ? code : code - surrogates.count;
};

// Like fast-check's unit `binary`, which first builds a table of all characters: 2 s in each
// process.
const unit = fc.nat({ max: 0x10ffff - surrogates.count }).map(charOf, indexOf);

/** Texts of any characters. */
export const anyText = (constraints: StringConstraints = {}) => fc.string({ ...constraints, unit });
