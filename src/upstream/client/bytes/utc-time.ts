import { nine, zero } from '../json/characters.ts';

/** The bytes of a time in UTC, 0 in place of each digit. */
const pattern = Uint8Array.from(Buffer.from('0000-00-00T00:00:00Z'), (byte) =>
  byte === zero ? 0 : byte,
);

/** The length of a time in UTC without fractions of seconds. */
export const utcTimeLength = pattern.length;

/** Whether these bytes are such a time. */
export const isUtcTime = (bytes: Uint8Array, from: number, to: number): boolean => {
  if (to - from !== utcTimeLength) return false;
  for (let index = 0; index < utcTimeLength; index += 1) {
    const byte = bytes[from + index] as number;
    const expected = pattern[index];
    if (expected === 0 ? byte < zero || byte > nine : byte !== expected) return false;
  }
  const part = (at: number): number =>
    10 * ((bytes[from + at] as number) - zero) + (bytes[from + at + 1] as number) - zero;
  const [month, day] = [part(5), part(8)];
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDay && part(11) < 24 && part(14) < 60 && part(17) < 60;
};
