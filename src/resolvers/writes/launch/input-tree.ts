import { inChunks } from '../../../loaders/page-query.ts';
import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { maxLineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import {
  mostCurated,
  mostUsual,
  needsBefore,
  onePerLineItem,
} from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import { tweets } from '../../../upstream/catalogue/areas/tweets.ts';
import { beyondMost } from '../../../upstream/catalogue/language/check.ts';
import type { Endpoint, MostAlike } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Reason } from '../../../upstream/catalogue/language/sentences.ts';
import { listIn, type Path, type Values } from '../../../upstream/catalogue/language/values.ts';
import { camelCase } from '../../../upstream/catalogue/names.ts';
import { InputError, inputError } from '../../../upstream/client/errors.ts';
import type { Args, LoadContext } from '../../field.ts';
import {
  gathered,
  gatheredPath,
  underArguments,
  upstreamValues,
  writtenValues,
} from '../../input.ts';
import type { Faults, WriteError } from '../../write-errors.ts';
import { createFaults, faultErrors, movedFaults } from '../../write-errors.ts';
import type { WriteSpot } from '../write.ts';
import { creations } from './launch-input.ts';
import { type ByChild, type CampaignTree, children, type LineItemTree } from './tree.ts';

/** A conflict of a node of a tree with other nodes. */
interface Misfit {
  readonly message: string;
  readonly reason: Reason;
}

/** Adds conflicts between a campaign and its line items, between line items, and inside them. */
const checkTogether = ({ campaign, lineItems }: CampaignTree, faults: Faults): void => {
  const holdsBudget = campaign['budget_optimization'] === 'LINE_ITEM';
  const firsts = new Map(shared.map((column) => [column, firstOf(lineItems, column)]));
  for (const [index, one] of lineItems.entries()) {
    const add = (at: Path, { message, reason }: Misfit): void =>
      faults.add(new InputError(message, ['input', 'lineItems', index, ...at], { reason }));
    for (const [column, first] of firsts) {
      const value = one.values[column];
      if (value === undefined || value === first) continue;
      add(['lineItem', camelCase(column)], unequal(column));
    }
    for (const column of ofOwnBudget) {
      if (holdsBudget || one.values[column] === undefined) continue;
      add(['lineItem', camelCase(column)], withoutOwnBudget);
    }
    for (const [at, misfit] of misplacedCriteria(one.targeting)) {
      add(['targeting', at, 'targetingType'], misfit);
    }
    for (const [member, misfit] of misplacedChildren(one)) add([member], misfit);
  }
};

/** Columns that are the same for all line items of a campaign. */
const shared = ['product_type', 'objective'] as const;
/** Columns that a line item has only if it holds the budget itself. */
const ofOwnBudget = ['daily_budget_amount_local_micro', 'standard_delivery'] as const;

const firstOf = (lineItems: readonly LineItemTree[], column: string): unknown =>
  lineItems.find(({ values }) => values[column] !== undefined)?.values[column];

const words = (column: string): string => column.replaceAll('_', ' ');

const unequal = (column: string): Misfit => ({
  message: `All line items of a campaign have the same ${words(column)}.`,
  reason: 'NOT_TOGETHER',
});

const withoutOwnBudget: Misfit = {
  message:
    'This is only for campaigns whose budgets are held by the line items (budgetOptimization LINE_ITEM).',
  reason: 'NOT_ALLOWED',
};

/** The criteria of a new line item that cannot be added in this order, by index. */
export const misplacedCriteria = (
  criteria: readonly Values[],
): readonly (readonly [index: number, misfit: Misfit])[] => {
  const types = criteria.map((one) => String(one['targeting_type']));
  return types.flatMap((type, index): readonly (readonly [number, Misfit])[] => {
    const before = types.slice(0, index);
    if (onePerLineItem.has(type) && before.includes(type)) {
      const message = `A line item has at most one criterion ${type}.`;
      return [[index, { message, reason: 'NOT_TOGETHER' }]];
    }
    const needed = needsBefore.get(type);
    if (needed === undefined || before.includes(needed)) return [];
    const message = `A criterion ${type} needs a criterion ${needed} before it.`;
    return [[index, { message, reason: 'NOT_IN_ORDER' }]];
  });
};

/** The criteria, with those that need others before them at the end; otherwise in their order. */
export const needingLast = <T extends { readonly values: Values }>(
  criteria: readonly T[],
): readonly T[] => {
  const needs = ({ values }: T): boolean => needsBefore.has(String(values['targeting_type']));
  return [...criteria.filter((one) => !needs(one)), ...criteria.filter(needs)];
};

const misplacedChildren = ({ values, children: own }: LineItemTree) =>
  children.flatMap(({ kind, member, only }): readonly (readonly [string, Misfit])[] => {
    if (own?.[kind] === undefined || only === undefined) return [];
    const [column, value] = only;
    if (values[column] === undefined || values[column] === value) return [];
    const message = `This is only for line items with the ${words(column)} ${value}.`;
    return [[member, { message, reason: 'NOT_ALLOWED' }]];
  });

/** The values of a creation as they are sent. Their faults are added to `faults`. */
const valuesSent = (creation: Endpoint, args: unknown, spot: WriteSpot): Values => {
  // A missing creation is reported as a fault of the object around it.
  if (args === undefined) return {};
  const { accountId, path, faults } = spot;
  const given = upstreamValues(creation.params, args as Args, spot);
  const values = writtenValues(creation.params, given, true);
  const locate = (at: Path): Path => (isAccount(at) ? account : [...path, ...underArguments(at)]);
  gathered(creation, { ...values, account_id: accountId }, { locate, faults });
  return values;
};

const account: Path = ['input', 'accountId'];
const isAccount = ([first]: Path): boolean => first === 'account_id';

/** The tree in the input of a launch. Its faults are added to `faults`. */
export const treeIn = (input: Args, faults: Faults): CampaignTree => {
  const path = gatheredPath(campaigns.createCampaign, input, faults);
  const accountId = path['account_id'] ?? '';
  const spotOf = (...at: Path): WriteSpot => ({ accountId, path: ['input', ...at], faults });
  const campaign = valuesSent(creations.campaign, input['campaign'], spotOf('campaign'));
  const given = listIn(input['lineItems']) as readonly Args[];
  const lineItems = given.slice(0, maxLineItems).map((one, index): LineItemTree => {
    const { entity_status: state, ...values } = valuesSent(
      creations.lineItem,
      one['lineItem'],
      spotOf('lineItems', index, 'lineItem'),
    );
    const targeting = (listIn(one['targeting']) as readonly Args[]).map((criterion, at) =>
      valuesSent(creations.criterion, criterion, spotOf('lineItems', index, 'targeting', at)),
    );
    const isActive = state !== 'PAUSED';
    const tweetIds = postsIn(one, index, spotOf);
    const others = childrenIn(one, spotOf('lineItems', index));
    const most = others?.['CURATED_CATEGORY'] === undefined ? mostUsual : mostCurated;
    checkAlike(targeting, most, spotOf('lineItems', index, 'targeting'));
    return { values, isActive, targeting, tweetIds, ...(others && { children: others }) };
  });
  const activate = input['activate'] === true;
  const tree = { accountId, campaign, lineItems, activate, isCopied: false };
  checkTogether(tree, faults);
  return tree;
};

/** Adds the faults of a line item with too many criteria of one kind. */
const checkAlike = (
  criteria: readonly Values[],
  most: readonly MostAlike[],
  { path, faults }: WriteSpot,
): void => {
  const items = criteria.map((values, at) => ({ values, at: [at] }));
  for (const limit of most) {
    for (const found of beyondMost(limit, items)) {
      faults.add(inputError(found, [...path, ...underArguments(found.path)]));
    }
  }
};

/** The children of a line item; null if it has none. */
const childrenIn = (lineItem: Args, spot: WriteSpot): ByChild<readonly Values[]> | null => {
  const found = children.flatMap(({ kind, member, creation, isMany }) => {
    const values = [lineItem[member] ?? []].flat().map((one, at) => {
      const path = [...spot.path, member, ...(isMany ? [at] : [])];
      return valuesSent(creation, one, { ...spot, path });
    });
    return values.length === 0 ? [] : [[kind, values] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
};

const postsIn = (
  lineItem: Args,
  index: number,
  spotOf: (...at: Path) => WriteSpot,
): readonly string[] => {
  const tweetIds = lineItem['promotedTweetIds'] ?? [];
  if (Array.isArray(tweetIds) && tweetIds.length === 0) return [];
  const at = spotOf('lineItems', index);
  const faults = movedFaults(at.faults, (path) =>
    path.map((step) => (step === 'tweetIds' ? 'promotedTweetIds' : step)),
  );
  const { tweet_ids: found } = valuesSent(creations.posts, { tweetIds }, { ...at, faults });
  return [...new Set(listIn(found) as readonly string[])];
};

const { listTweetPreviews } = tweets;
const postsPerRead = listTweetPreviews.params.tweet_ids.max ?? 1;
const most = 5;

const postsOf = ({ lineItems }: CampaignTree): readonly string[] => [
  ...new Set(lineItems.flatMap(({ tweetIds }) => tweetIds)),
];

/** The calls that read the posts of a launch. */
export const readsOfPosts = (tree: CampaignTree): Readonly<Record<string, number>> => {
  const calls = inChunks(postsOf(tree), postsPerRead).length;
  return calls === 0 ? {} : { [listTweetPreviews.name]: calls };
};

/** The errors about posts of a launch that do not exist: the API previews any existing post. */
export const unknownPosts = async (
  tree: CampaignTree,
  { context, field }: LoadContext,
): Promise<readonly WriteError[]> => {
  const faults = createFaults({}, context);
  const reads = inChunks(postsOf(tree), postsPerRead).map(async (tweet_ids) => {
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
