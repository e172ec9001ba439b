import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import { promotedTweets } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import { targetingCriteria } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { Endpoint, InputOf } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { idOf, type Row } from '../../../upstream/client/row.ts';
import { sendWhole } from '../write.ts';
import { childStep, platformsStep } from './child-steps.ts';
import { type CampaignTree, children, pathIn } from './children.ts';
import { lackedIn } from './lacks.ts';
import { addErrors, change, rowOf } from './made.ts';
import { settleCampaign, settleLineItems, settlePosts } from './settle.ts';
import { hasAd } from './shown.ts';
import { leftCampaign, leftLineItem } from './state.ts';
import type { LaunchStep } from './step.ts';
import {
  argumentBelow,
  refusable,
  ruled,
  sendItems,
  sendingOf,
  whole,
  withoutArgument,
} from './step-sending.ts';

/**
 * The steps that make a tree, in order and with the fewest calls. 100 line items with 900 criteria,
 * each with posts, are 1 + 3 + 2 + 100 steps, and 4 more to activate them.
 */
export const stepsOf = (tree: CampaignTree): readonly LaunchStep[] => {
  const { lineItems: all } = tree;
  const active = all.flatMap((one, index) => (one.isActive && hasAd(one) ? [index] : []));
  const lacking = all.flatMap(({ lackedPlatforms: names = [] }, index) =>
    names.map((name) => ({ lineItem: index, name })),
  );
  return [
    campaignStep(tree),
    ...chunks(all, lineItems.batchLineItems.maxOperations).map(([from, some]) =>
      lineItemsStep(tree, from, from + some.length),
    ),
    ...chunks(criteriaIn(tree), targetingCriteria.batchTargetingCriteria.maxOperations).map(
      ([, some]) => targetingStep(tree, some),
    ),
    ...all.flatMap(({ tweetIds }, index) =>
      chunks(tweetIds, postsPerCall).map(([, some]) => postsStep(tree, index, some)),
    ),
    ...children.flatMap((child) =>
      all.flatMap(({ children: own }, lineItem) =>
        (own?.[child.kind] ?? []).map((values, index) =>
          childStep(tree, child, { lineItem, index, values }),
        ),
      ),
    ),
    ...chunks(lacking, targetingCriteria.batchTargetingCriteria.maxOperations).map(([, some]) =>
      platformsStep(tree, some),
    ),
    ...(tree.activate && all.some(hasAd)
      ? [
          ...chunks(active, lineItems.batchLineItems.maxOperations).map(([, some]) =>
            activateLineItemsStep(tree, some),
          ),
          activateCampaignStep(tree),
        ]
      : []),
  ];
};

const postsPerCall = promotedTweets.createPromotedTweets.params.tweet_ids.max ?? 1;

/** Parts of a list of at most `size` items, each with the index of its first item. */
export const chunks = <T>(
  all: readonly T[],
  size: number,
): (readonly [from: number, some: readonly T[]])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => [
    index * size,
    all.slice(index * size, (index + 1) * size),
  ]);

const campaignStep = (tree: CampaignTree): LaunchStep => {
  const { accountId, campaign } = tree;
  const endpoint = campaigns.createCampaign;
  const input = { account_id: accountId, ...campaign, entity_status: 'PAUSED' };
  return {
    kind: 'CAMPAIGN',
    endpoint,
    items: 1,
    lineItem: null,
    send: async (made, by) => {
      const sending = sendingOf<Endpoint>(endpoint, input as InputOf<Endpoint>, by);
      const { outcome, rows, errors } = await sendWhole(sending, by.asking);
      made.campaign = rows[0] ?? null;
      return { outcome, errors: errors.map(argumentBelow(pathIn(tree, 'campaign'), whole)) };
    },
  };
};

const { batchLineItems } = lineItems;
const { operations } = batchLineItems;
/**
 * The batch for line items of a copy. The rules that the copy breaks were checked with its tree;
 * the original breaks the others as well.
 */
const copyingBatch = {
  ...batchLineItems,
  operations: { ...operations, Create: { ...operations.Create, rules: [] } },
};

const lineItemsStep = (tree: CampaignTree, from: number, to: number): LaunchStep => {
  const { accountId, lineItems: all } = tree;
  const endpoint = tree.isCopied ? copyingBatch : batchLineItems;
  const batch = { endpoint, kind: 'Create', accountId } as const;
  return {
    kind: 'LINE_ITEMS',
    endpoint,
    items: to - from,
    lineItem: null,
    send: async (made, by) => {
      const campaign_id = idOf(made.campaign as Row);
      const items = all.slice(from, to).map(({ values }, index) => ({
        params: { campaign_id, ...values, entity_status: 'PAUSED' },
        at: pathIn(tree, 'lineItems', from + index, 'lineItem'),
      }));
      const { results, ...end } = await sendItems({ ...batch, items }, by);
      for (const [index, result] of results.entries()) {
        change(made, from + index, { outcome: result.outcome, row: result.row });
        addErrors(made, from + index, result.errors);
      }
      return end;
    },
  };
};

/** A criterion in a tree, by the index of its line item and its index in it. */
interface Criterion {
  readonly lineItem: number;
  readonly index: number;
  readonly values: Values;
}

const criteriaIn = (tree: CampaignTree): readonly Criterion[] =>
  tree.lineItems.flatMap(({ targeting }, lineItem) =>
    targeting.map((values, index) => ({ lineItem, index, values })),
  );

const targetingStep = (tree: CampaignTree, criteria: readonly Criterion[]): LaunchStep => {
  const { accountId } = tree;
  const endpoint = targetingCriteria.batchTargetingCriteria;
  const batch = { endpoint, kind: 'Create', accountId } as const;
  return {
    kind: 'TARGETING',
    endpoint,
    items: criteria.length,
    lineItem: null,
    send: async (made, by) => {
      const items = criteria.map(({ lineItem, index, values }) => ({
        params: { line_item_id: idOf(rowOf(made, lineItem)), ...values },
        at: pathIn(tree, 'lineItems', lineItem, 'targeting', index),
      }));
      const { results, ...end } = await sendItems({ ...batch, items }, by);
      for (const [at, result] of results.entries()) {
        const { lineItem = 0, index = 0 } = criteria[at] ?? {};
        const targeting = [...(made.lineItems[lineItem]?.targeting ?? [])];
        targeting[index] = { ...result, index };
        change(made, lineItem, { targeting });
      }
      return end;
    },
  };
};

const postsStep = (
  tree: CampaignTree,
  lineItem: number,
  tweet_ids: readonly string[],
): LaunchStep => {
  const { accountId: account_id } = tree;
  const endpoint = promotedTweets.createPromotedTweets;
  return {
    kind: 'PROMOTED_TWEETS',
    endpoint,
    items: tweet_ids.length,
    lineItem,
    isOptional: tree.isCopied,
    send: async (made, by) => {
      const row = rowOf(made, lineItem);
      const all = tree.lineItems[lineItem]?.tweetIds ?? [];
      const posts = { accountId: account_id, lineItem: row, tweetIds: tweet_ids, all };
      const input = { account_id, line_item_id: idOf(row), tweet_ids };
      const sender = ruled(refusable(tree, by), { settle: settlePosts(posts, by.asking) });
      const sending = sendingOf<typeof endpoint>(endpoint, input, sender);
      const { outcome, rows, errors } = await sendWhole(sending, by.asking);
      const at = pathIn(tree, 'lineItems', lineItem, 'promotedTweetIds');
      const isLeftOut = tree.isCopied && outcome === 'REJECTED';
      const own = errors.map(
        isLeftOut ? lackedIn(tree, lineItem, endpoint) : argumentBelow(at, /^input\.tweetIds(.*)$/),
      );
      const known = made.lineItems[lineItem]?.promotedTweets ?? [];
      change(made, lineItem, { promotedTweets: [...known, ...rows] });
      addErrors(made, lineItem, own);
      return { outcome, errors: own };
    },
  };
};

const activateLineItemsStep = (tree: CampaignTree, indexes: readonly number[]): LaunchStep => {
  const endpoint = lineItems.batchLineItems;
  return {
    kind: 'ACTIVATE_LINE_ITEMS',
    endpoint,
    items: indexes.length,
    lineItem: null,
    activates: true,
    send: async (made, by) => {
      const items = indexes.map((index) => ({
        params: { line_item_id: idOf(rowOf(made, index)), entity_status: 'ACTIVE' },
        at: null,
      }));
      const { accountId } = tree;
      const batch = { endpoint, kind: 'Update', accountId, items } as const;
      const left = indexes.map((index) => leftLineItem(tree, index, rowOf(made, index)));
      const settle = settleLineItems(accountId, left, by.asking);
      const { results, ...end } = await sendItems(batch, ruled(by, { settle }));
      for (const [at, { outcome, row, errors }] of results.entries()) {
        const index = indexes[at] ?? 0;
        change(made, index, { ...(row !== null && { row }), wasActivated: outcome === 'APPLIED' });
        addErrors(made, index, errors);
      }
      return end;
    },
  };
};

const activateCampaignStep = (tree: CampaignTree): LaunchStep => {
  const endpoint = campaigns.updateCampaign;
  return {
    kind: 'ACTIVATE_CAMPAIGN',
    endpoint,
    items: 1,
    lineItem: null,
    activates: true,
    send: async (made, by) => {
      const row = made.campaign as Row;
      const ids = { account_id: tree.accountId, campaign_id: idOf(row) };
      const input = { ...ids, entity_status: 'ACTIVE' } as const;
      const settle = settleCampaign(leftCampaign(tree, row), by.asking);
      const sending = sendingOf(endpoint, input, ruled(by, { settle }));
      const { outcome, rows, errors } = await sendWhole(sending, by.asking);
      made.campaign = rows[0] ?? made.campaign;
      return { outcome, errors: errors.map(withoutArgument) };
    },
  };
};
