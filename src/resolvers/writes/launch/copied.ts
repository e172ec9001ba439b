import { targetingType } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Param } from '../../../upstream/catalogue/language/params.ts';
import { shownIn } from '../../../upstream/catalogue/language/stored-values.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import type { Row } from '../../../upstream/client/row.ts';
import { idOf } from '../../../upstream/client/row.ts';
import { sameId } from '../../ids.ts';
import { isAudienceCriterion } from '../../reads/custom-audiences.ts';
import type { WriteError } from '../write-errors.ts';
import { parts } from './parts.ts';
import type { CopySource } from './source.ts';
import type { CampaignTree, LineItemTree } from './tree.ts';

/** How a copy differs from the original; values by upstream name, null removes one. */
export interface CopyOptions {
  readonly accountId: string;
  readonly name: string | null;
  readonly lineItems: Values;
  readonly activate: boolean;
  /** The time in milliseconds since 1970. */
  readonly now: number;
}

/** A tree that copies a campaign, and the parts of the campaign that are not in it. */
export interface Copied {
  readonly tree: CampaignTree;
  readonly errors: readonly WriteError[];
}

/** The name of a copied campaign if the caller gives none. */
const nameOfCopy = (name: unknown): string =>
  `${Array.from(String(name)).slice(0, 248).join('')} (copy)`;

/** The API fills these in. Only some applications may send them. */
const leftToApi: ReadonlySet<string> = new Set(['advertiser_user_id', 'entity_status']);

/**
 * The tree that copies a campaign. Criteria that cannot be made again are left out, with an error
 * for each. The copy is then not activated, because its ads would reach other people.
 */
export const copyOf = (source: CopySource, options: CopyOptions): Copied => {
  const { accountId, activate } = options;
  const left: WriteError[] = [];
  const campaign = {
    ...valuesOf(parts.campaign, source.campaign),
    name: options.name ?? nameOfCopy(source.campaign['name']),
  };
  const lineItems = source.lineItems.map((row): LineItemTree => {
    const isOwn = (one: Row): boolean => sameId(String(one['line_item_id']), idOf(row));
    const criteria = source.criteria.filter((one) => isOwn(one) && !isAddedByApi(one, row));
    const usable = criteria.filter((one) => canBeMade(one, source));
    const others = criteria.filter((one) => !usable.includes(one));
    left.push(...others.map((criterion) => leftOut(criterion, row)));
    return {
      values: lineItemValues(row, options),
      isActive: row['entity_status'] === 'ACTIVE',
      targeting: usable.map((one) => valuesOf(parts.criterion, one)),
      tweetIds: [...new Set(source.posts.filter(isOwn).map((post) => String(post['tweet_id'])))],
    };
  });
  const isWhole = left.length === 0;
  return {
    tree: { accountId, campaign, lineItems, activate: activate && isWhole, isCopied: true },
    errors: activate && !isWhole ? [...left, notActivated] : left,
  };
};

const lineItemValues = (row: Row, { lineItems, now }: CopyOptions): Values => {
  const { start_time: start, ...values } = valuesOf(parts.lineItem, row);
  // A copy cannot begin in the past; without a time the API begins at once.
  const begins = Date.parse(String(start)) > now ? { start_time: start } : {};
  const given = { ...values, ...begins, ...lineItems };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
};

/** The values of a row for the parameters of a part, as they are sent; empty ones are left out. */
const valuesOf = (part: Endpoint, row: Row): Values =>
  Object.fromEntries(
    Object.entries(part.params).flatMap((named) => {
      const [name, param] = named;
      const value = leftToApi.has(name) ? null : (shownIn(row, named) ?? null);
      const isEmpty =
        value === null || value === '' || (Array.isArray(value) && value.length === 0);
      return isEmpty || isOfOtherUsers(param, value) ? [] : [[name, sentForm(param, value)]];
    }),
  );

/**
 * Whether the API has filled in a value that clients cannot send, such as some events that are
 * charged.
 */
const isOfOtherUsers = (param: Param, value: unknown): boolean =>
  param.kind === 'choice' && param.isFilled === true && !param.values.includes(String(value));

const sentForm = ({ kind }: Param, value: unknown): unknown =>
  kind === 'long' || kind === 'id' ? String(value) : value;

const creatable: ReadonlySet<unknown> = new Set(targetingType.any('').values);

const canBeMade = (criterion: Row, { audiences }: CopySource): boolean =>
  isAudienceCriterion(criterion)
    ? audiences.has(String(criterion['targeting_value']).toLowerCase())
    : creatable.has(criterion['targeting_type']);

/**
 * The platform of each store: the API adds its criterion to line items that promote an app of that
 * store.
 */
const platforms: Readonly<Record<string, string>> = {
  android_app_store_identifier: 'Android',
  ios_app_store_identifier: 'iOS',
};

const isAddedByApi = (criterion: Row, lineItem: Row): boolean =>
  criterion['targeting_type'] === 'PLATFORM' &&
  Object.entries(platforms).some(
    ([store, name]) => (lineItem[store] ?? null) !== null && criterion['name'] === name,
  );

const leftOut = (criterion: Row, lineItem: Row): WriteError => {
  const { targeting_type: type, targeting_value: value, name } = criterion;
  const why = isAudienceCriterion(criterion)
    ? 'its audience can no longer be targeted from this account'
    : 'criteria of this type can no longer be made';
  return {
    code: 'BAD_USER_INPUT',
    reason: 'NOT_FOUND',
    message: `The copy of line item ${lineItem['name'] ?? idOf(lineItem)} lacks the criterion ${type} ${name ?? value}: ${why}.`,
    value: String(value),
  };
};

const notActivated: WriteError = {
  code: 'BAD_USER_INPUT',
  reason: 'NOT_ALLOWED',
  argument: 'input.activate',
  message:
    'The copy stays paused, because a part of the targeting is missing: its ads would reach other people than those of the original.',
};
