import { accounts } from './accounts.ts';
import { campaigns } from './campaigns.ts';
import type { Endpoint } from './endpoint.ts';
import { fundingInstruments } from './funding-instruments.ts';
import { lineItems } from './line-items.ts';
import { promotedTweets } from './promoted-tweets.ts';
import { targetingCriteria } from './targeting-criteria.ts';

/** Every endpoint by name. */
export const catalogue = Object.freeze({
  ...accounts,
  ...fundingInstruments,
  ...campaigns,
  ...lineItems,
  ...promotedTweets,
  ...targetingCriteria,
});

export type EndpointName = keyof typeof catalogue;

/** The same, as a list. */
export const endpoints: readonly Endpoint[] = Object.freeze(Object.values(catalogue));
