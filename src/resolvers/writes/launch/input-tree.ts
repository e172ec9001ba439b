import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { maxLineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import { mostCurated, mostUsual } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import { beyondMost, type MostAlike } from '../../../upstream/catalogue/language/alike.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import { listIn, type Path, type Values } from '../../../upstream/catalogue/language/values.ts';
import { inputError } from '../../../upstream/client/errors.ts';
import { type Faults, movedFaults } from '../../faults.ts';
import type { Args } from '../../field.ts';
import {
  gathered,
  gatheredPath,
  underArguments,
  upstreamValues,
  writtenValues,
} from '../../input.ts';
import { type ByChild, children } from './children.ts';
import { creations } from './launch-input.ts';
import { checkTogether } from './launch-rules.ts';
import type { CampaignTree, LineItemTree } from './tree.ts';

interface InputTreeSpot {
  readonly accountId: string | null;
  readonly path: Path;
  readonly faults: Faults;
}

/** The values of a creation as they are sent. Their faults are added to `faults`. */
const valuesSent = (creation: Endpoint, args: unknown, spot: InputTreeSpot): Values => {
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
  const spotOf = (...at: Path): InputTreeSpot => ({ accountId, path: ['input', ...at], faults });
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
  { path, faults }: InputTreeSpot,
): void => {
  const items = criteria.map((values, at) => ({ values, at: [at] }));
  for (const limit of most) {
    for (const found of beyondMost(limit, items)) {
      faults.add(inputError(found, [...path, ...underArguments(found.path)]));
    }
  }
};

/** The children of a line item; null if it has none. */
const childrenIn = (lineItem: Args, spot: InputTreeSpot): ByChild<readonly Values[]> | null => {
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
  spotOf: (...at: Path) => InputTreeSpot,
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
