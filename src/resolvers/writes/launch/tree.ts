import { argumentPath } from '../../../errors.ts';
import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { maxLineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Reason } from '../../../upstream/catalogue/language/reasons.ts';
import type { Path, Values } from '../../../upstream/catalogue/language/values.ts';
import { listIn } from '../../../upstream/catalogue/language/values.ts';
import { camelCase } from '../../../upstream/catalogue/names.ts';
import { InputError } from '../../../upstream/client/errors.ts';
import type { Args } from '../../field.ts';
import {
  gathered,
  gatheredPath,
  underArguments,
  upstreamValues,
  writtenValues,
} from '../../input.ts';
import type { Faults } from '../faults.ts';
import { movedFaults } from '../faults.ts';
import { parts } from './parts.ts';

/** A line item to make, and what belongs to it; values by upstream name. */
export interface LineItemTree {
  /** What is sent for it, without its campaign and state. */
  readonly values: Values;
  /** Whether it becomes ACTIVE when the launch is activated. */
  readonly isActive: boolean;
  readonly targeting: readonly Values[];
  readonly tweetIds: readonly string[];
}

/** A campaign to make, with everything in it. It can be written as JSON. */
export interface CampaignTree {
  readonly accountId: string;
  readonly campaign: Values;
  readonly lineItems: readonly LineItemTree[];
  readonly activate: boolean;
  /** Whether it was read from the API, so that no part of it is in the input. */
  readonly isCopied: boolean;
}

/** The place of a part of a tree in the input; null if it is not there. */
export const placeIn = ({ isCopied }: CampaignTree, ...at: Path): string | null =>
  isCopied ? null : argumentPath(['input', ...at]);

/** The most criteria and promoted posts of a campaign that can be copied. */
export const maxCriteria = 10_000;
export const maxPosts = 5000;

interface PartPlace {
  readonly accountId: string | null;
  readonly path: Path;
  readonly faults: Faults;
}

/** The values of a part as they are sent; what is wrong with them is added to `faults`. */
const partValues = (part: Endpoint, args: unknown, place: PartPlace): Values => {
  // That it is missing is a fault of what should hold it.
  if (args === undefined) return {};
  const { accountId, path, faults } = place;
  const given = upstreamValues(part.params, args as Args, place);
  const values = writtenValues(part.params, given, true);
  const locate = (at: Path): Path => (isAccount(at) ? account : [...path, ...underArguments(at)]);
  gathered(part, { ...values, account_id: accountId }, { locate, faults });
  return values;
};

const account: Path = ['input', 'accountId'];
const isAccount = ([first]: Path): boolean => first === 'account_id';

/** The tree in the input of a launch, and everything that is wrong with it in `faults`. */
export const treeIn = (input: Args, faults: Faults): CampaignTree => {
  const path = gatheredPath(campaigns.createCampaign, input, faults);
  const accountId = path['account_id'] ?? '';
  const place = (...at: Path): PartPlace => ({ accountId, path: ['input', ...at], faults });
  const campaign = partValues(parts.campaign, input['campaign'], place('campaign'));
  const given = listIn(input['lineItems']) as readonly Args[];
  const lineItems = given.slice(0, maxLineItems).map((one, index): LineItemTree => {
    const { entity_status: state, ...values } = partValues(
      parts.lineItem,
      one['lineItem'],
      place('lineItems', index, 'lineItem'),
    );
    const targeting = (listIn(one['targeting']) as readonly Args[]).map((criterion, at) =>
      partValues(parts.criterion, criterion, place('lineItems', index, 'targeting', at)),
    );
    const isActive = state !== 'PAUSED';
    return { values, isActive, targeting, tweetIds: postsIn(one, index, place) };
  });
  const activate = input['activate'] === true;
  const tree = { accountId, campaign, lineItems, activate, isCopied: false };
  checkTogether(tree, faults);
  return tree;
};

const postsIn = (
  lineItem: Args,
  index: number,
  place: (...at: Path) => PartPlace,
): readonly string[] => {
  const tweetIds = lineItem['promotedTweetIds'] ?? [];
  if (Array.isArray(tweetIds) && tweetIds.length === 0) return [];
  const at = place('lineItems', index);
  const faults = movedFaults(at.faults, (path) =>
    path.map((step) => (step === 'tweetIds' ? 'promotedTweetIds' : step)),
  );
  const { tweet_ids: found } = partValues(parts.posts, { tweetIds }, { ...at, faults });
  return [...new Set(listIn(found) as readonly string[])];
};

const add = (
  faults: Faults,
  at: Path,
  { message, reason }: { readonly message: string; readonly reason: Reason },
): void => faults.add(new InputError(message, ['input', ...at], { reason }));

/** Columns that are the same for all line items of a campaign. */
const shared = ['product_type', 'objective'] as const;
/** Columns that a line item has only if it holds the budget itself. */
const ofOwnBudget = ['daily_budget_amount_local_micro', 'standard_delivery'] as const;

/** Rules of the API between a campaign and its line items, and between these. */
const checkTogether = ({ campaign, lineItems }: CampaignTree, faults: Faults): void => {
  const holdsBudget = campaign['budget_optimization'] === 'LINE_ITEM';
  for (const column of shared) {
    const first = lineItems.find(({ values }) => values[column] !== undefined)?.values[column];
    const message = `All line items of a campaign have the same ${words(column)}.`;
    lineItems.forEach(({ values }, index) => {
      if (values[column] === undefined || values[column] === first) return;
      const at = ['lineItems', index, 'lineItem', camelCase(column)];
      add(faults, at, { message, reason: 'NOT_TOGETHER' });
    });
  }
  for (const column of ofOwnBudget) {
    const message =
      'This is only for campaigns whose budgets are held by the line items (budgetOptimization LINE_ITEM).';
    lineItems.forEach(({ values }, index) => {
      if (holdsBudget || values[column] === undefined) return;
      const at = ['lineItems', index, 'lineItem', camelCase(column)];
      add(faults, at, { message, reason: 'NOT_ALLOWED' });
    });
  }
};

const words = (column: string): string => column.replaceAll('_', ' ');
