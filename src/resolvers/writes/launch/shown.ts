import type { WriteError } from '../../write-errors.ts';
import { type CampaignTree, children, type LineItemTree, pathIn } from './children.ts';

/** True if a line item has something to show. */
export const hasAd = ({ tweetIds, children: own }: LineItemTree): boolean =>
  tweetIds.length > 0 ||
  children.some(({ kind, isShown }) => isShown === true && own?.[kind] !== undefined);

/** The error about a line item that is not activated because it has nothing to show; else none. */
export const nothingToShow = (tree: CampaignTree, index: number): readonly WriteError[] => {
  const one = tree.lineItems[index];
  if (!tree.activate || one === undefined || !one.isActive || hasAd(one)) return [];
  const message =
    'This line item stays paused, because it has nothing to show: no post, no user and no media.';
  return [inactive(message, pathIn(tree, 'lineItems', index))];
};

/** The errors about all line items of a tree with nothing to show, and about its campaign. */
export const allWithoutAds = (tree: CampaignTree): readonly WriteError[] => {
  const found = tree.lineItems.flatMap((_, index) => nothingToShow(tree, index));
  if (!tree.activate || tree.lineItems.some(hasAd)) return found;
  const message = 'The campaign stays paused, because none of its line items has anything to show.';
  return [...found, inactive(message, 'input.activate')];
};

const inactive = (message: string, argument: string | null): WriteError => ({
  code: 'BAD_USER_INPUT',
  reason: 'NOT_ALLOWED',
  message,
  ...(argument !== null && { argument }),
});
