import { argumentPath } from '../../../errors/errors.ts';
import type { Path, Values } from '../../../upstream/catalogue/language/values.ts';
import type { ByChild } from './children.ts';

/** A line item to make, and what belongs to it; values by upstream name. */
export interface LineItemTree {
  /** What is sent for it, without its campaign and state. */
  readonly values: Values;
  /** Whether it becomes ACTIVE when the launch is activated. */
  readonly isActive: boolean;
  readonly targeting: readonly Values[];
  readonly tweetIds: readonly string[];
  /** What else is made in it. Without it, what is recorded of a launch stays as it was. */
  readonly children?: ByChild<readonly Values[]>;
  /** The platforms whose criteria the API adds, and which the original of a copy lacks. */
  readonly lackedPlatforms?: readonly string[];
}

/** A campaign to make, with everything in it. It can be written as JSON. */
export interface CampaignTree {
  readonly accountId: string;
  readonly campaign: Values;
  readonly lineItems: readonly LineItemTree[];
  readonly activate: boolean;
  /** Whether it was read from the API, so that nothing of it is in the input. */
  readonly isCopied: boolean;
}

/** The path of a node of a tree in the input; null if it is not there. */
export const pathIn = ({ isCopied }: CampaignTree, ...at: Path): string | null =>
  isCopied ? null : argumentPath(['input', ...at]);

/** The most criteria, promoted posts and other children of a campaign that can be copied. */
export const maxCriteria = 10_000;
export const maxPosts = 5000;
export const maxChildren = 1000;
