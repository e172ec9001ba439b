import { maxProblems } from '../errors.ts';
import { bracket, bracketEnd, comma } from '../json/characters.ts';
import { exceeds, type JsonExtent } from '../json/extent.ts';
import { maxDepth, parseUntrusted } from '../json/lossless.ts';
import { endOfValue, NOT_FOUND } from './scanner.ts';

/** Shorter ones are parsed without a check. */
const shortLength = 64 * 1024;

// Five times what a page of 1,000 rows with all documented columns holds. The depth is left to the
// parser, which also knows whether the JSON is complete.
const most: JsonExtent = {
  depth: 200_000,
  values: 500_000,
  members: 250_000,
  membersEach: 50_000,
};

/** Whether a value is so long that its extent is checked before it is parsed. */
export const isLong = (length: number): boolean => length > shortLength;

/** Whether JSON holds more than any response of the API, so that parsing it would take too long. */
export const isExcessive = (bytes: Uint8Array): boolean =>
  isLong(bytes.length) && exceeds(bytes, most) !== null;

/**
 * The first items of the list at `at` of the scanned response, as many as errors are shown. Empty
 * if it is no list.
 */
export const firstItems = (bytes: Buffer, at: number): readonly unknown[] => {
  const items: unknown[] = [];
  if (bytes[at] !== bracket || bytes[at + 1] === bracketEnd) return items;
  for (let start = at + 1; items.length < maxProblems; ) {
    const end = endOfValue(start, maxDepth);
    if (end === NOT_FOUND || isExcessive(bytes.subarray(start, end))) return items;
    items.push(parseUntrusted(bytes.toString('utf8', start, end)));
    if (bytes[end] !== comma) return items;
    start = end + 1;
  }
  return items;
};
