import type { Outcome, PlacedError } from './executors.ts';

const maxShownErrors = 100;

/** The first difference between two executors, in words; null if they answer alike. */
export const differenceOf = (one: Outcome, other: Outcome): string | null => {
  for (const { errors, faults } of [one, other]) {
    if (faults.length > 0 || errors.some(({ code }) => code === 'INTERNAL_SERVER_ERROR')) {
      return `${faults === one.faults ? 'ours' : 'theirs'} failed inside: ${faults[0]}`;
    }
  }
  if (one.data === null && other.data === null) return null;
  if (comparable(one.data) !== comparable(other.data)) return 'the data differ';
  return errorsDiffer(one, other);
};

// The API page at which a cursor continues depends on the calls for the lists. The rest of a cursor
// does not.
const comparable = (data: string | null): string | null =>
  data?.replace(/"([0-9a-z]+),\d*,[^",;]*,\d+,([^";]*);"/g, '"$1 $2"') ?? null;

const errorsDiffer = (one: Outcome, other: Outcome): string | null => {
  const data: unknown = JSON.parse(one.data ?? 'null');
  const [left, right] = [grouped(data, one.errors), grouped(data, other.errors)];
  const isCut = one.errors.length >= maxShownErrors && other.errors.length > maxShownErrors;
  for (const place of left.keys()) {
    if (!right.has(place) && !isLastOfMany(one, place)) return `only ours has errors, at ${place}`;
  }
  for (const [place, { exact }] of right) {
    const mine = left.get(place);
    if (mine === undefined) {
      if (!isCut) return `only theirs has errors, at ${place}`;
    } else if (exact.join() !== mine.exact.join()) return `the errors differ, at ${place}`;
  }
  return null;
};

// The last of very many errors reports how many more there are, and has no place.
const isLastOfMany = ({ errors }: Outcome, place: string): boolean =>
  errors.length >= maxShownErrors && place === '[]';

interface Group {
  /**
   * Errors at the place itself. The errors below a place that became null depend on the first
   * failure.
   */
  readonly exact: string[];
  /** Errors below the place, which is null. */
  below: number;
}

/**
 * The first place with too many errors, in words; null if there is none. The GraphQL specification
 * wants one error for each value that became null, and none for other failures below it.
 */
export const excessOf = ({ data, errors }: Outcome): string | null => {
  for (const [place, { exact, below }] of grouped(JSON.parse(data ?? 'null'), errors)) {
    if (below > 1) return `${below} errors below what is null, at ${place}`;
    if (below === 1 && exact.length > 0) return `an error below what failed itself, at ${place}`;
  }
  return null;
};

const grouped = (data: unknown, errors: readonly PlacedError[]): ReadonlyMap<string, Group> => {
  const groups = new Map<string, Group>();
  for (const { path, locations, code } of errors) {
    const live = livePart(data, path);
    const place = JSON.stringify(live);
    const group = groups.get(place) ?? { exact: [], below: 0 };
    groups.set(place, group);
    if (live.length === path.length) group.exact.push(`${code} at ${locations}`);
    else group.below += 1;
  }
  for (const { exact } of groups.values()) exact.sort();
  return groups;
};

/** The part of a path down to the null that the answer has in its place. */
const livePart = (data: unknown, path: PlacedError['path']): PlacedError['path'] => {
  let value = data;
  for (const [index, step] of path.entries()) {
    if (typeof value !== 'object' || value === null) return path.slice(0, index);
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return path;
};
