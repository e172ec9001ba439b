import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';

// Numbers in cursors are in base 36.

const base = 36;
const digits = Uint8Array.from(Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz'));
const code = new Uint8Array(10);

// V8 divides as integers only where the result is made one in this way.
/** The whole quotient of numbers of which it is less than 2^31. */
export const quotient = (dividend: number, divisor: number): number => (dividend / divisor) | 0;

/** Writes the last digits of a number to the places before `end`, `count` of them. */
export const setDigits = (to: Uint8Array, end: number, count: number, number: number): void => {
  let left = number;
  for (let at = end - 1; at >= end - count; at -= 1) {
    to[at] = digits[left % base] as number;
    left = quotient(left, base);
  }
};

/** Writes a number with as many digits as it has. */
export const writeDigits = (out: JsonBytes, number: number): void => {
  let count = 1;
  for (let left = quotient(number, base); left > 0; left = quotient(left, base)) count += 1;
  setDigits(code, code.length, count, number);
  out.base64(code, code.length - count, code.length);
};
