import { rawJson } from '../upstream/catalogue/language/codecs.ts';

const exact = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? rawJson(String(value)) : value;

/** Writes JSON in which every bigint is an integer with all its digits. */
export const writeJson = (value: unknown): string => JSON.stringify(value, exact) ?? 'null';

type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;

const keepDigits: Reviver = (_name, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

/** Reads JSON; integers that a double cannot hold become their digits. Throws SyntaxError. */
export const readJson = (text: string): unknown =>
  /\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);

/** A 64-bit integer as rows and echoes hold it: a number where that is exact. */
export const integer = (digits: string): number | bigint => {
  const value = BigInt(digits);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};
