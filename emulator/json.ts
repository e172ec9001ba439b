import { rawJson } from '../src/upstream/catalogue/language/codecs.ts';

const exact = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? rawJson(String(value)) : value;

/** Writes JSON; a bigint becomes an integer with all its digits. */
export const writeJson = (value: unknown): string => JSON.stringify(value, exact) ?? 'null';

type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;

const preserveDigits: Reviver = (_name, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

/** Reads JSON; integers beyond 2^53 become strings of digits. Throws SyntaxError. */
export const readJson = (text: string): unknown =>
  /\d{16}/.test(text) ? JSON.parse(text, preserveDigits) : JSON.parse(text);

/** A 64-bit integer from its digits: a number up to 2^53, else a bigint. */
export const integer = (digits: string): number | bigint => {
  const value = BigInt(digits);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};
