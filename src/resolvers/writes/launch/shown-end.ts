import type { Row } from '../../../upstream/client/row.ts';
import type { LoadContext } from '../../field.ts';
import { reread } from '../write.ts';
import { children } from './children.ts';
import type { LineItemMade } from './made.ts';
import type { LaunchEnd } from './run-steps.ts';

/** Rows of one kind that a launch made, and their path in the payload. */
interface MadeRows {
  readonly at: readonly string[];
  readonly rows: readonly (Row | null)[];
}

const rowsIn = ({ campaign, lineItems: all }: LaunchEnd): readonly MadeRows[] => [
  { at: ['campaign'], rows: [campaign] },
  { at: ['lineItems', 'lineItem'], rows: all.map(({ row }) => row) },
  {
    at: ['lineItems', 'targeting', 'targetingCriterion'],
    rows: all.flatMap(({ targeting }) => targeting.map(({ row }) => row)),
  },
  { at: ['lineItems', 'promotedTweets'], rows: all.flatMap((one) => one.promotedTweets) },
  ...children.map(({ kind, member }) => ({
    at: ['lineItems', member],
    rows: all.flatMap((one) => one.children[kind] ?? []),
  })),
];

/** The end of a launch. Rows of earlier requests are replaced by the current rows of the API. */
export const shownEnd = async (end: LaunchEnd, asking: LoadContext): Promise<LaunchEnd> => {
  const found = await Promise.all(
    rowsIn(end).map(async ({ at, rows }) => {
      const made = rows.filter((row) => row !== null);
      const shown = await reread(made, [at], asking);
      return { ...shown, made };
    }),
  );
  const now = new Map(
    found.flatMap(({ made, rows }) => made.map((row, index) => [row, rows[index] ?? null])),
  );
  const shown = (row: Row | null): Row | null => (row === null ? null : (now.get(row) ?? null));
  const all = (rows: readonly Row[] = []): readonly Row[] =>
    rows.flatMap((row) => shown(row) ?? []);
  const [{ errors: unread } = { errors: [] }] = found;
  return {
    ...end,
    // Clients take a launch without a campaign for one that made nothing.
    outcome: unread.length > 0 && end.outcome !== 'APPLIED' ? 'UNKNOWN' : end.outcome,
    campaign: shown(end.campaign),
    lineItems: end.lineItems.map(
      (one): LineItemMade => ({
        ...one,
        row: shown(one.row),
        targeting: one.targeting.map((item) => ({ ...item, row: shown(item.row) })),
        promotedTweets: all(one.promotedTweets),
        children: Object.fromEntries(
          Object.entries(one.children).map(([kind, rows]) => [kind, all(rows)]),
        ),
      }),
    ),
    errors: [...end.errors, ...found.flatMap(({ errors }) => errors)],
  };
};
