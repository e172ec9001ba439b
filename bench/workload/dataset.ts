import { type CollectionEntity, collections } from './entities.ts';
import type { Row } from './rows.ts';
import {
  makeAccount,
  makeCampaign,
  makeFundingInstrument,
  makeLineItem,
  makePromotedTweet,
  makeTargetingCriterion,
  pick,
  scatter,
} from './rows.ts';

/** Everything that one account holds. */
export interface AccountRows {
  readonly account: Row;
  readonly rows: Readonly<Record<CollectionEntity, readonly Row[]>>;
}

/**
 * The number of rows of each kind. Everything below `campaigns` exists once in each of the listed
 * accounts.
 */
export const sizes = {
  listedAccounts: 5,
  campaigns: 50,
  fundingInstruments: 4,
  lineItems: 10,
  promotedTweets: 3,
  targetingCriteria: 5,
  campaignsById: 300,
  campaignsToWalk: 8000,
} as const;

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

const makeAccountRows = (index: number, campaigns: number, lineItems: number): AccountRows => {
  const account = makeAccount(index);
  const funding = range(sizes.fundingInstruments).map((n) =>
    makeFundingInstrument(account.id, index * 10 + n),
  );
  const campaignRows = range(campaigns).map((n) =>
    makeCampaign(account.id, pick(funding, scatter(n, 997)).id, index * 10_000 + n),
  );
  const below = <T extends Row>(
    parents: readonly Row[],
    count: number,
    make: (parent: Row, seed: number) => T,
  ): readonly T[] =>
    parents.flatMap((parent, place) =>
      range(count).map((n) => make(parent, index * 100_000 + place * count + n)),
    );
  const lineItemRows = below(campaignRows, lineItems, makeLineItem);
  return {
    account,
    rows: {
      Campaign: campaignRows,
      FundingInstrument: funding,
      LineItem: lineItemRows,
      PromotedTweet: below(lineItemRows, sizes.promotedTweets, makePromotedTweet),
      TargetingCriterion: below(lineItemRows, sizes.targetingCriteria, makeTargetingCriterion),
    },
  };
};

/** The accounts that `GET accounts` lists. */
export const listedAccounts = range(sizes.listedAccounts).map((index) =>
  makeAccountRows(index, sizes.campaigns, sizes.lineItems),
);

/** The account whose campaigns are read by id. It is not listed. */
export const accountById = makeAccountRows(5, sizes.campaignsById, 0);

/** The account whose campaigns are walked through. It is not listed. */
export const accountToWalk = makeAccountRows(6, sizes.campaignsToWalk, 0);

/** Every account by its id. */
export const dataset: ReadonlyMap<string, AccountRows> = new Map(
  [...listedAccounts, accountById, accountToWalk].map((rows) => [rows.account.id, rows]),
);

/** The collection of a path, as in `line_items`. */
export const collectedAt = (path: string): CollectionEntity | undefined =>
  (Object.keys(collections) as CollectionEntity[]).find((name) => collections[name].path === path);
