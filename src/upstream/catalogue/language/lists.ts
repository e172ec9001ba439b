import { flag, int, text } from './params.ts';

/** The parameter `cursor`, of every list with pages. */
export const cursored = {
  cursor: text('Continues a list where the page that gave this cursor ended', {
    min: 1,
    format: 'cursor',
  }),
} as const;

/** The parameters `count` and `cursor`, of lists with a page size. */
export const paged = ({ max = 1000, usual = 200 } = {}) =>
  ({
    count: int(`Rows to return, ${usual} unless given`, { min: 1, max, default: usual }),
    ...cursored,
  }) as const;

/** The parameter `q` of a list, which filters by name; at most `max` characters. */
export const nameQuery = (doc: string, max = 255) =>
  ({ q: text(doc, { min: 1, max, matches: 'name' }) }) as const;

/** The parameter `with_deleted`, of lists and single rows. */
export const withDeleted = {
  with_deleted: flag('Include deleted rows', {
    default: false,
    reveals: { deleted: true },
  }),
} as const;

/** The standard parameters of a list: count, cursor, sort_by, with_deleted, with_total_count. */
export const standardList = (limits: { readonly max?: number; readonly usual?: number } = {}) =>
  ({
    ...paged(limits),
    sort_by: text('Attribute and direction, such as created_at-asc', { format: 'sort' }),
    ...withDeleted,
    with_total_count: flag('Add the number of matching rows; excludes cursor', { default: false }),
  }) as const;
