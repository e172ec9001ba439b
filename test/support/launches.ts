import { expect } from 'vitest';
import type { StoredRow } from '../../emulator/store.ts';
import type { Answer, Running } from './gateway.ts';

/** The account that launches are made in, and the rows that it has. */
export const launching = {
  accountId: '18ce54bik3s',
  fundingInstrumentId: 'fik3s000',
  posts: ['1496766597169545208', '1496768358776964919', '1496770120382587946'],
} as const;

export const launchFields = `
  outcome
  campaign { restId name entityStatus }
  lineItems {
    index outcome
    lineItem { restId name entityStatus campaignId }
    targeting { index outcome targetingCriterion { restId lineItemId targetingValue } errors { code argument message } }
    promotedTweets { restId lineItemId tweetId }
    promotedAccount { restId lineItemId userId }
    mediaCreatives { restId lineItemId accountMediaId landingUrl }
    callToAction { restId lineItemId callToAction callToActionUrl }
    trackingTags { restId lineItemId trackingTagType trackingTagUrl }
    curatedCategory { restId lineItemId curatedCategoryId }
    scheduledPromotedTweets { restId lineItemId scheduledTweetId }
    errors { code reason argument message }
  }
  steps { index step items lineItem outcome errors { code argument message } }
  errors { code reason argument message value }`;

/** A line item of a launch with two criteria and two posts. */
export const lineItemInput = (name: string, more: object = {}) => ({
  lineItem: {
    name,
    objective: 'ENGAGEMENTS',
    productType: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER'],
    startTime: '2032-01-01T00:00:00Z',
    endTime: '2032-03-01T00:00:00Z',
    ...more,
  },
  targeting: [
    { targetingType: 'BROAD_KEYWORD', targetingValue: `tent ${name}` },
    { targetingType: 'EXACT_KEYWORD', targetingValue: `rain ${name}`, operatorType: 'NE' },
  ],
  promotedTweetIds: launching.posts.slice(0, 2),
});

/** The input of a launch of three line items, without its key. */
export const launchInput = (more: object = {}) => ({
  accountId: launching.accountId,
  campaign: {
    name: 'Launched',
    fundingInstrumentId: launching.fundingInstrumentId,
    dailyBudgetAmountLocalMicro: '50000000',
  },
  lineItems: ['A', 'B', 'C'].map((name) => lineItemInput(name)),
  ...more,
});

type Mutation = 'launchCampaign' | 'copyCampaign';

/** The document of a launch or a copy. */
export const launchDocument = (name: Mutation, fields = launchFields): string =>
  `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${fields} } }`;

/** The answer to a launch, and the calls that it cost. */
export interface LaunchAnswer extends Pick<Answer, 'errors'> {
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  readonly payload: any;
  /**
   * The names of the endpoints that were called, in order. Reads of its posts are counted apart.
   */
  readonly postReads: number;
  readonly calls: readonly (string | null)[];
}

const readsPosts = ({ endpoint }: { readonly endpoint: string | null }): boolean =>
  endpoint === 'listTweetPreviews';

/** Sends a launch or a copy. */
export const launched = async (
  { ask }: Pick<Running, 'ask'>,
  input: object,
  name: Mutation = 'launchCampaign',
): Promise<LaunchAnswer> => {
  const { data, errors, calls } = await ask(launchDocument(name), { input });
  return {
    payload: data?.[name] ?? null,
    errors,
    postReads: calls.filter(readsPosts).length,
    calls: calls.filter((call) => !readsPosts(call)).map(({ endpoint }) => endpoint),
  };
};

const entities = [
  'Campaign',
  'LineItem',
  'TargetingCriterion',
  'PromotedTweet',
  'PromotedAccount',
  'MediaCreative',
  'PrerollCallToAction',
  'TrackingTag',
  'LineItemCuratedCategory',
  'ScheduledPromotedTweet',
] as const;
export type Rows = Readonly<Record<(typeof entities)[number], readonly StoredRow[]>>;

/** Every row of the kinds that a launch makes. */
export const rowsIn = (
  { emulator }: Pick<Running, 'emulator'>,
  accountId: string = launching.accountId,
): Rows =>
  Object.fromEntries(
    entities.map((entity) => [entity, emulator.store.rows(entity, accountId)]),
  ) as unknown as Rows;

/** The rows that did not exist before. */
export const madeSince = (
  before: Rows,
  running: Pick<Running, 'emulator'>,
  accountId: string = launching.accountId,
): Rows => {
  const now = rowsIn(running, accountId);
  return Object.fromEntries(
    entities.map((entity) => {
      const known = new Set(before[entity].map(({ id }) => id));
      return [entity, now[entity].filter(({ id }) => !known.has(id))];
    }),
  ) as unknown as Rows;
};

/** Expects exactly the rows of `launchInput`, each once. */
export const expectMadeOnce = (made: Rows): void => {
  const [campaign, ...others] = made.Campaign;
  expect(others).toEqual([]);
  expect(campaign?.['name']).toMatch(/^Launched/);
  expect(made.LineItem.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  expect(new Set(made.LineItem.map((row) => row['campaign_id']))).toEqual(
    new Set([campaign?.['id']]),
  );
  const nameOf = (id: unknown): unknown => made.LineItem.find((row) => row['id'] === id)?.['name'];
  expect(
    made.TargetingCriterion.map((row) => [nameOf(row['line_item_id']), row['targeting_value']]),
  ).toEqual(
    ['A', 'B', 'C'].flatMap((name) =>
      [`tent ${name}`, `rain ${name}`].map((value) => [name, value]),
    ),
  );
  expect(made.PromotedTweet.map((row) => [nameOf(row['line_item_id']), row['tweet_id']])).toEqual(
    ['A', 'B', 'C'].flatMap((name) => launching.posts.slice(0, 2).map((post) => [name, post])),
  );
};
