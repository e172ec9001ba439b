import { tweets } from '../../../upstream/catalogue/areas/tweets.ts';
import { InputError } from '../../../upstream/client/errors.ts';
import { createFaults } from '../../faults.ts';
import type { LoadContext } from '../../field.ts';
import { faultErrors, type WriteError } from '../../write-errors.ts';
import type { CampaignTree } from './children.ts';
import { chunks } from './steps.ts';

const { listTweetPreviews } = tweets;
const postsPerRead = listTweetPreviews.params.tweet_ids.max ?? 1;
const most = 5;

const postsIn = ({ lineItems }: CampaignTree): readonly string[] => [
  ...new Set(lineItems.flatMap(({ tweetIds }) => tweetIds)),
];

/** The calls that read the posts of a launch. */
export const readsOfPosts = (tree: CampaignTree): Readonly<Record<string, number>> => {
  const calls = chunks(postsIn(tree), postsPerRead).length;
  return calls === 0 ? {} : { [listTweetPreviews.name]: calls };
};

/** The errors about posts of a launch that do not exist: the API previews any existing post. */
export const unknownPosts = async (
  tree: CampaignTree,
  { context, field }: LoadContext,
): Promise<readonly WriteError[]> => {
  const faults = createFaults({}, context);
  const reads = chunks(postsIn(tree), postsPerRead).map(async ([, tweet_ids]) => {
    const input = { account_id: tree.accountId, tweet_ids, tweet_type: 'PUBLISHED' };
    const { rows, flaws = [] } = await context.loaders.read(listTweetPreviews, input, field.trace);
    if (flaws[0] !== undefined) throw flaws[0];
    return rows.map((row) => String(row['tweet_id']));
  });
  const existing = new Set((await Promise.all(reads)).flat());
  for (const [index, { tweetIds }] of tree.lineItems.entries()) {
    const unknown = tweetIds.filter((id) => !existing.has(id)).slice(0, most);
    if (unknown.length === 0) continue;
    const at = ['input', 'lineItems', index, 'promotedTweetIds'];
    const message = `There is no post ${unknown.join(' and no post ')}.`;
    faults.add(new InputError(message, at, { reason: 'NOT_FOUND' }));
  }
  return faultErrors(faults.found(), {}).errors;
};
