import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { customAudiences } from '../../../upstream/catalogue/areas/custom-audiences.ts';
import { lineItems, maxLineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import { promotedTweets } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import { targetingCriteria } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import { listIn } from '../../../upstream/catalogue/language/values.ts';
import type { Args } from '../../field.ts';
import { MAX_READ_BACK_PAGES } from '../confirm-rows.ts';
import { readsOfPosts } from './input-tree.ts';
import { stepsOf } from './steps.ts';
import type { CampaignTree, LineItemTree } from './tree.ts';
import { children, maxChildren, maxCriteria, maxPosts } from './tree.ts';

type CallCounts = Readonly<Record<string, number>>;
type Lists = Readonly<Record<string, number>>;

/** A tree of the same size as the one in an input; only its sizes are known. */
const sizesOf = ({ input }: Args): CampaignTree => {
  const { lineItems: given, activate } = input as Args;
  return {
    accountId: '',
    campaign: {},
    activate: activate === true,
    isCopied: false,
    lineItems: (listIn(given) as readonly Args[]).map((one) => ({
      values: {},
      isActive: true,
      targeting: listIn(one['targeting']).map(() => ({})),
      tweetIds: listIn(one['promotedTweetIds']) as readonly string[],
      children: Object.fromEntries(
        children.flatMap(({ kind, member }) => {
          const own = [one[member] ?? []].flat();
          return own.length === 0 ? [] : [[kind, own.map(() => ({}))]];
        }),
      ),
    })),
  };
};

/**
 * The largest number of calls of a launch besides those of `createCampaign`: each step once, the
 * read-back of one step of unknown outcome, and the check before the activation.
 */
const callsFor = (tree: CampaignTree): CallCounts => {
  const calls: Record<string, number> = {};
  for (const { endpoint } of stepsOf(tree)) {
    if (endpoint === campaigns.createCampaign) continue;
    calls[endpoint.name] = (calls[endpoint.name] ?? 0) + 1;
  }
  const sends = ({ name }: { readonly name: string }): boolean => calls[name] !== undefined;
  const lists = children.filter(({ create }) => sends(create)).map(({ list }) => list.name);
  return {
    ...calls,
    ...(sends(campaigns.updateCampaign) && { [campaigns.getCampaign.name]: 1 }),
    ...(sends(lineItems.batchLineItems) && {
      [lineItems.listLineItems.name]: MAX_READ_BACK_PAGES + 1,
    }),
    ...(sends(targetingCriteria.batchTargetingCriteria) && {
      [targetingCriteria.listTargetingCriteria.name]:
        MAX_READ_BACK_PAGES + (tree.activate ? pagesOf(tree) : 0),
    }),
    ...(sends(promotedTweets.createPromotedTweets) && {
      [promotedTweets.listPromotedTweets.name]: MAX_READ_BACK_PAGES,
    }),
    ...Object.fromEntries(
      lists.map((name) => [name, MAX_READ_BACK_PAGES + (tree.activate ? 1 : 0)]),
    ),
  };
};

const rowsOfPage = 1000;

// The API adds criteria of its own.
const pagesOf = ({ lineItems: all }: CampaignTree): number =>
  1 + Math.ceil(all.reduce((sum, { targeting }) => sum + targeting.length, 0) / rowsOfPage);

/** The largest number of calls of `launchCampaign` besides those of `createCampaign`. */
export const launchCalls = (args: Args): CallCounts => {
  const tree = sizesOf(args);
  return { ...callsFor(tree), ...readsOfPosts(tree) };
};

const average = (
  tree: CampaignTree,
  listOf: (lineItem: LineItemTree) => readonly unknown[],
): number => {
  const all = tree.lineItems.reduce((sum, one) => sum + listOf(one).length, 0);
  return Math.ceil(all / Math.max(1, tree.lineItems.length));
};

const listsIn = (tree: CampaignTree): Lists => ({
  lineItems: tree.lineItems.length,
  targeting: average(tree, ({ targeting }) => targeting),
  promotedTweets: average(tree, ({ tweetIds }) => tweetIds),
  ...Object.fromEntries(
    children.flatMap(({ kind, member, isMany }) =>
      isMany ? [[member, average(tree, ({ children: own }) => own?.[kind] ?? [])]] : [],
    ),
  ),
  steps: stepsOf(tree).length,
});

/** The lengths of the lists in the answer to `launchCampaign`. */
export const listsOfLaunch = (args: Args): Lists => listsIn(sizesOf(args));

// The size of the original is unknown until it is read.
const largest: CampaignTree = {
  accountId: '',
  campaign: {},
  activate: true,
  isCopied: true,
  lineItems: Array.from({ length: maxLineItems }, () => ({
    values: {},
    isActive: true,
    targeting: Array.from({ length: maxCriteria / maxLineItems }, () => ({})),
    tweetIds: Array.from({ length: maxPosts / maxLineItems }, String),
    // Each kind has as many as all kinds together, because the kinds of the children are unknown.
    children: Object.fromEntries(
      children.map(({ kind }) => [
        kind,
        Array.from({ length: maxChildren / maxLineItems }, () => ({})),
      ]),
    ),
    lackedPlatforms: ['Android', 'iOS'],
  })),
};
const idsOfCall = 200;
const callsOfCopy = callsFor(largest);
const listsOfLargest = listsIn(largest);

// Audiences are read among those of the account, then among those that others share.
const readsOfCopy: CallCounts = {
  [campaigns.getCampaign.name]: 1,
  [lineItems.listLineItems.name]: 1,
  // The last call finds criteria that the API has added to the copy.
  [targetingCriteria.listTargetingCriteria.name]: maxCriteria / rowsOfPage + 1,
  ...Object.fromEntries(children.map(({ list }) => [list.name, maxChildren / rowsOfPage])),
  [promotedTweets.listPromotedTweets.name]: maxPosts / rowsOfPage,
  [customAudiences.listCustomAudiences.name]: (2 * maxCriteria) / idsOfCall,
  [customAudiences.getCustomAudience.name]: 1,
};

/** The largest number of calls of `copyCampaign` besides those of `createCampaign`. */
export const copyCalls = (): CallCounts => {
  const names = new Set([...Object.keys(callsOfCopy), ...Object.keys(readsOfCopy)]);
  return Object.fromEntries(
    [...names].map((name) => [name, (callsOfCopy[name] ?? 0) + (readsOfCopy[name] ?? 0)]),
  );
};

/** The lengths of the lists in the answer to `copyCampaign`. */
export const listsOfCopy = (): Lists => listsOfLargest;
