import { inChunks } from '../../../loaders/page-query.ts';
import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import { promotedTweets } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import { targetingCriteria } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { idOf, type Row } from '../../../upstream/client/row.ts';
import type { WriteError } from '../../write-errors.ts';
import {
  leftCampaign,
  leftLineItem,
  settleCampaign,
  settleLineItems,
  settlePosts,
} from './current-rows.ts';
import { addErrors, change, type LaunchMade, rowOf, type StepEnd } from './made.ts';
import { platformsStep } from './platforms.ts';
import type { LaunchStep, StepSender } from './step.ts';
import { argumentBelow, ruled, sendItems, sendRows, whole, withoutArgument } from './step.ts';
import type { CampaignTree, Child, ChildKind } from './tree.ts';
import { children, hasAd, lackedIn, pathIn } from './tree.ts';

/**
 * The steps that make a tree, in order and with the fewest calls. 100 line items with 900 criteria,
 * each with posts, are 1 + 3 + 2 + 100 steps, and 4 more to activate them.
 */
export const stepsOf = (tree: CampaignTree): readonly LaunchStep[] => {
  const { lineItems: all } = tree;
  const active = all.flatMap((one, index) => (one.isActive && hasAd(one) ? [index] : []));
  const criteria = all.flatMap(({ targeting }, lineItem) =>
    targeting.map((values, index): Part => ({ lineItem, index, values })),
  );
  const lacking = all.flatMap(({ lackedPlatforms: names = [] }, lineItem) =>
    names.map((name) => ({ lineItem, name })),
  );
  const { maxOperations: maxItems } = lineItems.batchLineItems;
  const { maxOperations: maxCriteria } = targetingCriteria.batchTargetingCriteria;
  return [
    campaignStep(tree),
    ...inChunks([...all.keys()], maxItems).map((indexes) => lineItemsStep(tree, indexes)),
    ...inChunks(criteria, maxCriteria).map((some) => targetingStep(tree, some)),
    ...all.flatMap(({ tweetIds }, index) =>
      inChunks(tweetIds, postsPerCall).map((some) => postsStep(tree, index, some)),
    ),
    ...children.flatMap((child) =>
      all.flatMap(({ children: own }, lineItem) =>
        (own?.[child.kind] ?? []).map((values, index) =>
          childStep(tree, child, { lineItem, index, values }),
        ),
      ),
    ),
    ...inChunks(lacking, maxCriteria).map((some) => platformsStep(tree, some)),
    ...(tree.activate && all.some(hasAd)
      ? [
          ...inChunks(active, maxItems).map((indexes) => activateLineItemsStep(tree, indexes)),
          activateCampaignStep(tree),
        ]
      : []),
  ];
};

/** A criterion or a child in a tree, by the index of its line item and its index in it. */
interface Part {
  readonly lineItem: number;
  readonly index: number;
  readonly values: Values;
}

const postsPerCall = promotedTweets.createPromotedTweets.params.tweet_ids.max ?? 1;

const campaignStep = (tree: CampaignTree): LaunchStep => {
  const endpoint = campaigns.createCampaign;
  const argued = argumentBelow(pathIn(tree, 'campaign'), whole);
  return {
    kind: 'CAMPAIGN',
    endpoint,
    items: 1,
    lineItem: null,
    send: async (made, by) => {
      const input = { account_id: tree.accountId, ...tree.campaign, entity_status: 'PAUSED' };
      const { outcome, rows, errors } = await sendRows(endpoint, input, by);
      made.campaign = rows[0] ?? null;
      return { outcome, errors: errors.map(argued) };
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

const lineItemsStep = (tree: CampaignTree, indexes: readonly number[]): LaunchStep => {
  const { accountId, lineItems: all } = tree;
  const endpoint = tree.isCopied ? copyingBatch : batchLineItems;
  return {
    kind: 'LINE_ITEMS',
    endpoint,
    items: indexes.length,
    lineItem: null,
    send: async (made, by) => {
      const campaign_id = idOf(made.campaign as Row);
      const items = indexes.map((index) => ({
        params: { campaign_id, ...all[index]?.values, entity_status: 'PAUSED' },
        at: pathIn(tree, 'lineItems', index, 'lineItem'),
      }));
      const batch = { endpoint, kind: 'Create', accountId, items } as const;
      const { results, ...end } = await sendItems(batch, by);
      for (const [at, { outcome, row, errors }] of results.entries()) {
        const index = indexes[at] as number;
        change(made, index, { outcome, row });
        addErrors(made, index, errors);
      }
      return end;
    },
  };
};

const targetingStep = (tree: CampaignTree, criteria: readonly Part[]): LaunchStep => {
  const { accountId } = tree;
  const endpoint = targetingCriteria.batchTargetingCriteria;
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
      const batch = { endpoint, kind: 'Create', accountId, items } as const;
      const { results, ...end } = await sendItems(batch, by);
      for (const [at, result] of results.entries()) {
        const { lineItem, index } = criteria[at] as Part;
        const targeting = [...(made.lineItems[lineItem]?.targeting ?? [])];
        targeting[index] = { ...result, index };
        change(made, lineItem, { targeting });
      }
      return end;
    },
  };
};

/** A line item of a launch, and the conversion of errors about rows in it. */
interface OwnerOfRows {
  readonly made: LaunchMade;
  readonly lineItem: number;
  readonly argued: (error: WriteError) => WriteError;
}

/**
 * Sends a write of rows in a line item. If the API refuses it, a copy lacks them: the refusal is
 * kept for the key, and the launch continues.
 */
const sendInside = async (
  endpoint: Endpoint,
  values: Values,
  { made, lineItem, argued }: OwnerOfRows,
  by: StepSender,
): Promise<{ readonly rows: readonly Row[]; readonly end: StepEnd }> => {
  const { tree } = made;
  const input = {
    account_id: tree.accountId,
    line_item_id: idOf(rowOf(made, lineItem)),
    ...values,
  };
  const sender = tree.isCopied ? ruled(by, { keepsRefusal: true }) : by;
  const { outcome, rows, errors } = await sendRows(endpoint, input, sender);
  const isLeftOut = tree.isCopied && outcome === 'REJECTED';
  const own = errors.map(isLeftOut ? lackedIn(tree, lineItem, endpoint) : argued);
  addErrors(made, lineItem, own);
  return { rows, end: { outcome, errors: own } };
};

const postsStep = (
  tree: CampaignTree,
  lineItem: number,
  tweet_ids: readonly string[],
): LaunchStep => {
  const endpoint = promotedTweets.createPromotedTweets;
  const at = pathIn(tree, 'lineItems', lineItem, 'promotedTweetIds');
  const argued = argumentBelow(at, /^input\.tweetIds(.*)$/);
  return {
    kind: 'PROMOTED_TWEETS',
    endpoint,
    items: tweet_ids.length,
    lineItem,
    isOptional: tree.isCopied,
    send: async (made, by) => {
      const { tweetIds: all = [] } = tree.lineItems[lineItem] ?? {};
      const posts = { lineItem: rowOf(made, lineItem), tweetIds: tweet_ids, all };
      const settle = settlePosts(tree.accountId, posts, by.asking);
      const owner = { made, lineItem, argued };
      const { rows, end } = await sendInside(endpoint, { tweet_ids }, owner, ruled(by, { settle }));
      const { promotedTweets: known = [] } = made.lineItems[lineItem] ?? {};
      change(made, lineItem, { promotedTweets: [...known, ...rows] });
      return end;
    },
  };
};

const childStep = (
  tree: CampaignTree,
  { kind, member, create, isMany }: Child<ChildKind>,
  { lineItem, index, values }: Part,
): LaunchStep => {
  const at = pathIn(tree, 'lineItems', lineItem, member, ...(isMany ? [index] : []));
  const argued = argumentBelow(at, whole);
  return {
    kind,
    endpoint: create,
    items: 1,
    lineItem,
    isOptional: tree.isCopied,
    send: async (made, by) => {
      const { rows, end } = await sendInside(create, values, { made, lineItem, argued }, by);
      const { [kind]: known = [], ...others } = made.lineItems[lineItem]?.children ?? {};
      change(made, lineItem, { children: { ...others, [kind]: [...known, ...rows] } });
      return end;
    },
  };
};

const activateLineItemsStep = (tree: CampaignTree, indexes: readonly number[]): LaunchStep => {
  const { accountId } = tree;
  return {
    kind: 'ACTIVATE_LINE_ITEMS',
    endpoint: batchLineItems,
    items: indexes.length,
    lineItem: null,
    activates: true,
    send: async (made, by) => {
      const items = indexes.map((index) => ({
        params: { line_item_id: idOf(rowOf(made, index)), entity_status: 'ACTIVE' },
        at: null,
      }));
      const batch = { endpoint: batchLineItems, kind: 'Update', accountId, items } as const;
      const left = indexes.map((index) => leftLineItem(tree, index, rowOf(made, index)));
      const settle = settleLineItems(accountId, left, by.asking);
      const { results, ...end } = await sendItems(batch, ruled(by, { settle }));
      for (const [at, { outcome, row, errors }] of results.entries()) {
        const index = indexes[at] as number;
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
      const settle = settleCampaign(leftCampaign(tree, row), by.asking);
      const input = { ...ids, entity_status: 'ACTIVE' };
      const { outcome, rows, errors } = await sendRows(endpoint, input, ruled(by, { settle }));
      made.campaign = rows[0] ?? made.campaign;
      return { outcome, errors: errors.map(withoutArgument) };
    },
  };
};
