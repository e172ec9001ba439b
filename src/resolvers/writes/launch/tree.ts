import { argumentPath } from '../../../errors/errors.ts';
import type { Path, Values } from '../../../upstream/catalogue/language/values.ts';
import type { ByChild } from './children.ts';

/** A line item to make, with its children. Values are by upstream name. */
export interface LineItemTree {
  /** The values of the line item, without its campaign and state. */
  readonly values: Values;
  /** True if it becomes ACTIVE when the launch is activated. */
  readonly isActive: boolean;
  readonly targeting: readonly Values[];
  readonly tweetIds: readonly string[];
  /** The children to make; absent for none, so that equal launches have equal records. */
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
  /** True if it was read from the API, so that none of its values are in the input. */
  readonly isCopied: boolean;
}

/** The path of a node of a tree in the input; null if the tree was not in the input. */
export const pathIn = ({ isCopied }: CampaignTree, ...at: Path): string | null =>
  isCopied ? null : argumentPath(['input', ...at]);

/** The limits of criteria, promoted posts and other children of a campaign to copy. */
export const maxCriteria = 10_000;
export const maxPosts = 5000;
export const maxChildren = 1000;
