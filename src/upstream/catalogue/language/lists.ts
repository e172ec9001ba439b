import { flag, int, type Sorting, text } from './params.ts';
import { type InputProblem, problem } from './problem.ts';

/** The parameter `cursor`, of every list with pages. */
export const cursored = {
  cursor: text('Continues a list where the page that gave this cursor ended', {
    min: 1,
    format: 'cursor',
  }),
} as const;

/** The parameters `count` and `cursor`, of lists with a page size. */
export const paged = ({ max = 1000, defaultCount = 200 } = {}) =>
  ({
    count: int(`Rows to return, ${defaultCount} by default`, {
      min: 1,
      max,
      default: defaultCount,
    }),
    ...cursored,
  }) as const;

/** The problem of a page with fewer than 0 rows, which is an empty page, or more than `max`. */
export const pageSizeProblem = (max: number): InputProblem =>
  problem(['page_size'], 'outside', { min: '0', max: `${max}` });

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

/** The attributes of `sort_by`. `shownIn` has the columns of those that are no columns. */
export const sortings = (
  type: string,
  more: Sorting['by'] = {},
  shownIn: Sorting['shownIn'] = {},
): Sorting =>
  Object.freeze({
    type,
    shownIn: Object.freeze(shownIn),
    by: Object.freeze({
      created_at: 'When the row was created, which never changes',
      updated_at: 'When the row last changed',
      deleted: 'Whether the row was deleted; all rows are equal without `withDeleted`',
      ...more,
    }),
  });

const defaultSorting = sortings('Order');
/** The order of lists of what line items promote. */
export const promotedSorting = sortings(
  'PromotedOrder',
  { paused: 'Whether it is paused' },
  { paused: 'entity_status' },
);
/** The order of lists that can also be sorted by name. */
export const namedSorting = sortings('NamedOrder', { name: 'Name of the row' });

/** The standard parameters of a list: count, cursor, sort_by, with_deleted, with_total_count. */
export const standardList = ({
  sorts = defaultSorting,
  ...limits
}: {
  readonly max?: number;
  readonly defaultCount?: number;
  readonly sorts?: Sorting;
} = {}) =>
  ({
    ...paged(limits),
    sort_by: text('Attribute and direction, such as created_at-asc', { sorts }),
    ...withDeleted,
    with_total_count: flag('Add the number of matching rows; excludes cursor', { default: false }),
  }) as const;
