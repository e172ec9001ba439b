export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** The value as an object; throws if it is something else. */
export const objectOf = (value: Json | undefined): JsonObject => {
  if (typeof value === 'object' && value !== null && !isList(value)) return value;
  throw new Error(`an object expected, got ${JSON.stringify(value)?.slice(0, 80)}`);
};

/** The value as a list; throws if it is something else. */
export const listOf = (value: Json | undefined): readonly Json[] => {
  if (value !== undefined && isList(value)) return value;
  throw new Error(`a list expected, got ${JSON.stringify(value)?.slice(0, 80)}`);
};

/** The value as text; throws if it is something else. */
export const textOf = (value: Json | undefined): string => {
  if (typeof value === 'string') return value;
  throw new Error(`text expected, got ${JSON.stringify(value)?.slice(0, 80)}`);
};

// Array.isArray alone does not narrow readonly lists.
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/**
 * The first place where two values differ, in words; null if they are equal. Money and counts may
 * be numbers or their digits.
 */
export const differenceOf = (want: Json, got: Json | undefined, at = ''): string | null => {
  if (got === undefined) return `${at}: missing`;
  if (want === null || typeof want !== 'object')
    return isSame(want, got, at) ? null : told(at, want, got);
  if (isList(want)) {
    if (!isList(got) || got.length !== want.length) return told(at, want, got);
    return firstOf(
      want.map((item, index) => () => differenceOf(item, got[index], `${at}[${index}]`)),
    );
  }
  if (got === null || typeof got !== 'object' || isList(got)) return told(at, want, got);
  const names = Object.keys(want);
  if (Object.keys(got).length !== names.length) return told(at, want, got);
  return firstOf(
    names.map((name) => () => differenceOf(want[name] ?? null, got[name], `${at}.${name}`)),
  );
};

const firstOf = (comparisons: readonly (() => string | null)[]): string | null => {
  for (const compare of comparisons) {
    const difference = compare();
    if (difference !== null) return difference;
  }
  return null;
};

const isSame = (want: Json, got: Json, at: string): boolean =>
  want === got ||
  (/(Micro|impressions|clicks)$/.test(at) && got !== null && String(want) === String(got));

const told = (at: string, want: Json, got: Json): string =>
  `${at}: ${JSON.stringify(want).slice(0, 80)} expected, got ${JSON.stringify(got).slice(0, 80)}`;
