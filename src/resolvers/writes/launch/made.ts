import type { Row } from '../../../upstream/client/row.ts';
import type { ItemResult } from '../items.ts';
import type { Outcome } from '../sending.ts';
import type { WriteError } from '../write-errors.ts';
import type { CampaignTree } from './tree.ts';

/** What has been made of a line item. */
export interface LineItemMade extends ItemResult {
  readonly targeting: readonly ItemResult[];
  readonly promotedTweets: readonly Row[];
}

/** What a launch has made so far. */
export interface LaunchMade {
  campaign: Row | null;
  readonly lineItems: LineItemMade[];
}

/** How a step ended. */
export interface StepEnd {
  readonly outcome: Outcome;
  readonly errors: readonly WriteError[];
  /** The error of the request that kept the step from being sent, if there was one. */
  readonly cause?: unknown;
}

/** The state before the first step. */
export const emptyLaunch = (tree: CampaignTree): LaunchMade => ({
  campaign: null,
  lineItems: tree.lineItems.map(({ targeting }, index) => ({
    ...unmade(index),
    targeting: targeting.map((_, at) => unmade(at)),
    promotedTweets: [],
  })),
});

const unmade = (index: number): ItemResult => ({
  index,
  outcome: 'NOT_APPLIED',
  row: null,
  errors: [],
});

/** Notes what was made of a line item. */
export const change = (
  { lineItems: all }: LaunchMade,
  index: number,
  to: Partial<LineItemMade>,
): void => {
  const known = all[index];
  if (known !== undefined) all[index] = { ...known, ...to };
};

/** The row of a line item that was made. */
export const rowOf = ({ lineItems: all }: LaunchMade, index: number): Row => all[index]?.row as Row;
