import type { Fields, Param, Shape } from './params.ts';
import { listOf, shape, text, time } from './params.ts';

/** A filter of `whereOf`: rows that have one of these values in a column. */
export const anyOf = (column: string, value: Param, doc: string) =>
  listOf(value, doc, { min: 1, max: 20, matches: column });

/** The filter `name_contains` of `whereOf`. */
export const nameContains = {
  name_contains: text(
    'Only rows whose name contains this text, anywhere. Upper and lower case are equal in every script, as are ß and SS; accents count',
    { min: 1, max: 255, matches: 'name' },
  ),
} as const;

/** The filter `updated_since` of `whereOf`. */
export const updatedSince = {
  updated_since: time(
    'Only rows that last changed at this time or later. With `orderBy: { field: UPDATED_AT, direction: DESC }` reading ends at the first row that is older',
    { matches: 'updated_at' },
  ),
} as const;

/**
 * The filters that the gateway applies to a list, because the API cannot. A list has one of the
 * values of its column, a text is a part of it, and a time is the earliest.
 */
export const whereOf = (type: string, filters: Fields): Shape =>
  shape(
    type,
    'A filter of a list: rows must match every given field. The API cannot filter by it, so the gateway reads the list in pages of its largest size and keeps the rows that match',
    filters,
  );
