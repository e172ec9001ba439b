import type { Row } from '../../../upstream/client/row.ts';
import type { StoppedWrite } from '../../context.ts';
import type { WriteError } from '../../write-errors.ts';
import type { Outcome } from '../../write-request.ts';
import type { ItemResult } from '../items.ts';
import type { ByChild } from './children.ts';
import { nothingToShow } from './shown.ts';
import type { CampaignTree } from './tree.ts';

/** What has been made of a line item. */
export interface LineItemMade extends ItemResult {
  readonly targeting: readonly ItemResult[];
  readonly promotedTweets: readonly Row[];
  readonly children: ByChild<readonly Row[]>;
  readonly wasActivated: boolean;
}

/** What a launch has made so far. */
export interface LaunchMade {
  readonly tree: CampaignTree;
  campaign: Row | null;
  readonly lineItems: LineItemMade[];
  /** What it lacks, because the API refused it. */
  readonly lacks: WriteError[];
  /** What somebody has paused or deleted of it. */
  readonly takenAway: WriteError[];
}

/** How a step ended. */
export interface StepEnd {
  readonly outcome: Outcome;
  readonly errors: readonly WriteError[];
  /** The error of the request that kept the step from being sent, if there was one. */
  readonly cause?: unknown;
  /** True if its record cannot be read: then nothing is known of the steps after it either. */
  readonly isUnread?: true;
  /** What a dry run stopped of it. */
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

/** Records what was made of a line item. */
export const change = (
  { lineItems: all }: LaunchMade,
  index: number,
  to: Partial<LineItemMade>,
): void => {
  const known = all[index];
  if (known !== undefined) all[index] = { ...known, ...to };
};

/** Records errors of a line item, or of what is made in it. */
export const addErrors = (made: LaunchMade, index: number, errors: readonly WriteError[]): void =>
  change(made, index, { errors: [...(made.lineItems[index]?.errors ?? []), ...errors] });

/** The row of a line item that was made. */
export const rowOf = ({ lineItems: all }: LaunchMade, index: number): Row => all[index]?.row as Row;

/** Records how everything ended that is not recorded, although its record cannot be read. */
export const markUnread = (made: LaunchMade, outcome: Outcome): void => {
  const ended = <T extends ItemResult>(one: T): T => (one.row === null ? { ...one, outcome } : one);
  for (const [index, { targeting, ...one }] of made.lineItems.entries()) {
    made.lineItems[index] = { ...ended(one), targeting: targeting.map(ended) };
  }
};
