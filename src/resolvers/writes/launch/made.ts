import type { Row } from '../../../upstream/client/row.ts';
import type { StoppedWrite } from '../../context.ts';
import type { WriteError } from '../../write-errors.ts';
import type { Outcome } from '../../write-request.ts';
import type { ItemResult } from '../items.ts';
import type { ByChild, CampaignTree } from './children.ts';
import { nothingToShow } from './shown.ts';

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
