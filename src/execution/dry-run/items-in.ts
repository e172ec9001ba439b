import type { StoppedWrite } from '../../context.ts';
import { changesOf } from '../../resolvers/writes/changes.ts';

/** What a launch makes that counts as an item. */
const launched: readonly string[] = ['LineItem', 'TargetingCriterion', 'PromotedTweet'];

/** The items of a write as guards count them: those of a batch, and what a launch puts in. */
export const itemsIn = ({ endpoint, input }: StoppedWrite, isOfLaunch: boolean): number => {
  const { operations } = input;
  if (!isOfLaunch) return Array.isArray(operations) ? operations.length : 0;
  if (!launched.includes(endpoint.returns.of?.name ?? '')) return 0;
  return changesOf(endpoint, input).filter(({ kind }) => kind === 'Create').length;
};
