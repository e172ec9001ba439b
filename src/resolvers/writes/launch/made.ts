import type { Row } from '../../../upstream/client/row.ts';
import type { StoppedWrite } from '../../context.ts';
import type { LoadContext } from '../../field.ts';
import type { Outcome, WriteError } from '../../write-errors.ts';
import type { ItemResult } from '../items.ts';
import { reread } from '../write.ts';
import { type ByChild, type CampaignTree, children, nothingToShow } from './tree.ts';

/** A line item with everything that has been made in it. */
export interface LineItemMade extends ItemResult {
  readonly targeting: readonly ItemResult[];
  readonly promotedTweets: readonly Row[];
  readonly children: ByChild<readonly Row[]>;
  readonly wasActivated: boolean;
}

/** The rows that a launch has made so far. */
export interface LaunchMade {
  readonly tree: CampaignTree;
  campaign: Row | null;
  readonly lineItems: LineItemMade[];
  /** The omissions of a copy, because the API refused the rows. */
  readonly lacks: WriteError[];
  /** The rows of it that somebody has paused or deleted. */
  readonly takenAway: WriteError[];
}

/** The end of a step. */
export interface StepEnd {
  readonly outcome: Outcome;
  readonly errors: readonly WriteError[];
  /** The error of the request that prevented the step, if there was one. */
  readonly cause?: unknown;
  /** True if its record cannot be read. Then the steps after it are unknown too. */
  readonly isUnread?: true;
  /** The writes that a dry run stopped. */
  readonly stopped?: readonly StoppedWrite[];
}

/** The state before the first step. */
export const emptyLaunch = (tree: CampaignTree): LaunchMade => ({
  tree,
  campaign: null,
  lineItems: tree.lineItems.map(({ targeting }, index) => ({
    ...unmade(index),
    errors: nothingToShow(tree, index),
    targeting: targeting.map((_, at) => unmade(at)),
    promotedTweets: [],
    children: {},
    wasActivated: false,
  })),
  lacks: [],
  takenAway: [],
});

const unmade = (index: number): ItemResult => ({
  index,
  outcome: 'NOT_APPLIED',
  row: null,
  errors: [],
});

/** Records changes of a line item that was made. */
export const change = (
  { lineItems: all }: LaunchMade,
  index: number,
  to: Partial<LineItemMade>,
): void => {
  const known = all[index];
  if (known !== undefined) all[index] = { ...known, ...to };
};

/** Adds errors about a line item or its children. */
export const addErrors = (made: LaunchMade, index: number, errors: readonly WriteError[]): void =>
  change(made, index, { errors: [...(made.lineItems[index]?.errors ?? []), ...errors] });

/** The row of a line item that was made. */
export const rowOf = ({ lineItems: all }: LaunchMade, index: number): Row => all[index]?.row as Row;

/** Sets the outcome of everything without one, after a record that cannot be read. */
export const markUnread = (made: LaunchMade, outcome: Outcome): void => {
  const ended = <T extends ItemResult>(one: T): T => (one.row === null ? { ...one, outcome } : one);
  for (const [index, { targeting, ...one }] of made.lineItems.entries()) {
    made.lineItems[index] = { ...ended(one), targeting: targeting.map(ended) };
  }
};

/** The end of a launch, with the rows that it made. */
export interface LaunchEnd extends Pick<LaunchMade, 'campaign'> {
  readonly outcome: Outcome;
  readonly lineItems: readonly LineItemMade[];
  readonly errors: readonly WriteError[];
  /** The error of the request that stopped the launch, if there was one. */
  readonly cause: unknown;
  /** The documented rules that the original of a copy breaks. The API will judge them. */
  readonly broken?: readonly string[];
}

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
