import { argumentPath } from '../../../errors/errors.ts';
import { lineItemCuratedCategories } from '../../../upstream/catalogue/areas/line-item-curated-categories.ts';
import { mediaCreatives } from '../../../upstream/catalogue/areas/media-creatives.ts';
import { prerollCallToActions } from '../../../upstream/catalogue/areas/preroll-call-to-actions.ts';
import { promotedAccounts } from '../../../upstream/catalogue/areas/promoted-accounts.ts';
import { scheduledPromotedTweets } from '../../../upstream/catalogue/areas/scheduled-promoted-tweets.ts';
import { trackingTags } from '../../../upstream/catalogue/areas/tracking-tags.ts';
import type { Endpoint, RowEndpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../../upstream/catalogue/language/entity.ts';
import type { Path, Values } from '../../../upstream/catalogue/language/values.ts';
import { snakeCase, variantName } from '../../../upstream/catalogue/names.ts';
import { asSentence } from '../../../upstream/client/errors.ts';
import { idOf, type Row } from '../../../upstream/client/row.ts';
import type { WriteError } from '../../write-errors.ts';

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

interface ChildFacts {
  /** The description of the child's purpose in a line item. */
  readonly doc: string;
  /** True if a line item takes several of them. */
  readonly isMany?: true;
  /** True if the child is an ad, so that the line item has something to show. */
  readonly isShown?: true;
  /** The column and the value of line items that can have such children; absent if all can. */
  readonly only?: readonly [column: string, value: string];
  /** The column with the promoted post that the child has become, which copies promote instead. */
  readonly becomes?: string;
}

/** A kind of child that a launch makes in line items after their posts, with a call for each. */
export interface Child<Kind extends string = string> extends ChildFacts {
  /** The kind of the steps that make the children. */
  readonly kind: Kind;
  /** The member of inputs and payloads that holds the children: `trackingTags`. */
  readonly member: string;
  readonly create: RowEndpoint;
  readonly list: RowEndpoint;
  /** The endpoint `create` without the line item, which a client does not send. */
  readonly creation: RowEndpoint;
}

const child = <const Kind extends string>(
  kind: Kind,
  { create, list }: Pick<Child, 'create' | 'list'>,
  facts: ChildFacts,
): Child<Kind> => {
  const { line_item_id: _, ...params } = create.params;
  return {
    kind,
    member: variantName(kind),
    create,
    list,
    creation: { ...create, params },
    ...facts,
  };
};

const kinds = [
  child(
    'PROMOTED_ACCOUNT',
    { create: promotedAccounts.createPromotedAccount, list: promotedAccounts.listPromotedAccounts },
    {
      doc: 'The user that it promotes, for the product type PROMOTED_ACCOUNT',
      isShown: true,
      only: ['product_type', 'PROMOTED_ACCOUNT'],
    },
  ),
  child(
    'MEDIA_CREATIVES',
    { create: mediaCreatives.createMediaCreative, list: mediaCreatives.listMediaCreatives },
    {
      doc: 'The account media that it shows, such as preroll videos',
      isMany: true,
      isShown: true,
    },
  ),
  child(
    'CALL_TO_ACTION',
    {
      create: prerollCallToActions.createPrerollCallToAction,
      list: prerollCallToActions.listPrerollCallToActions,
    },
    {
      doc: 'The button of its preroll ads, for the objective PREROLL_VIEWS',
      only: ['objective', 'PREROLL_VIEWS'],
    },
  ),
  child(
    'TRACKING_TAGS',
    { create: trackingTags.createTrackingTag, list: trackingTags.listTrackingTags },
    { doc: 'The URLs that are called when its ads are seen or clicked', isMany: true },
  ),
  child(
    'CURATED_CATEGORY',
    {
      create: lineItemCuratedCategories.createLineItemCuratedCategory,
      list: lineItemCuratedCategories.listLineItemCuratedCategories,
    },
    {
      doc: 'The curated category that it serves in, for the objective PREROLL_VIEWS. Its targeting must have the country',
      only: ['objective', 'PREROLL_VIEWS'],
    },
  ),
  child(
    'SCHEDULED_PROMOTED_TWEETS',
    {
      create: scheduledPromotedTweets.createScheduledPromotedTweet,
      list: scheduledPromotedTweets.listScheduledPromotedTweets,
    },
    {
      doc: 'The scheduled posts that it promotes once they are published',
      isMany: true,
      isShown: true,
      becomes: 'tweet_id',
    },
  ),
];

export type ChildKind = (typeof kinds)[number]['kind'];

/** The kinds of children, in the order of their steps. */
export const children: readonly Child<ChildKind>[] = kinds;

/** The member of a launch's line item that holds its children, by their entity. */
export const membersByEntity: Readonly<Record<string, string>> = {
  TargetingCriterion: 'targeting',
  PromotedTweet: 'promotedTweetIds',
  ...Object.fromEntries(children.map(({ create, member }) => [create.returns.of.name, member])),
};

/** A value for kinds of children, by `kind`. */
export type ByChild<T> = Readonly<Record<string, T>>;

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

/** The name of a row for people: `line item Spring`. */
export const named = (noun: string, row: Row): string => `${noun} ${row['name'] ?? idOf(row)}`;

/** The noun for rows of an entity: `tracking tag`. */
export const nounOf = (entity: Entity | null): string =>
  snakeCase(entity?.name ?? 'row').replaceAll('_', ' ');

/** The sentence about an omission of a copy, with its reason. */
export const lackOf = (of: string, what: string, why: string): string =>
  `The copy of ${of} lacks ${what}: ${asSentence(why)}`;

/** Converts the API's refusal of a child of a line item to an omission of the copy. */
export const lackedIn =
  ({ lineItems }: CampaignTree, lineItem: number, creation: Endpoint) =>
  ({ argument: _, ...error }: WriteError): WriteError => {
    const { name = lineItem + 1 } = lineItems[lineItem]?.values ?? {};
    const message = lackOf(`line item ${name}`, `a ${nounOf(creation.returns.of)}`, error.message);
    return { ...error, message };
  };

/** The error about an incomplete copy that is not activated. */
export const notActivated: WriteError = {
  code: 'BAD_USER_INPUT',
  reason: 'NOT_ALLOWED',
  argument: 'input.activate',
  message: 'Nothing in the copy is activated, because it lacks a part of the original.',
};
