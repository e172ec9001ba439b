import DataLoader from 'dataloader';
import type { Row } from '../workload/rows.ts';
import type { Key } from './rest.ts';
import { edges } from './rest.ts';

const loader = <T>(read: (keys: readonly Key[]) => Promise<readonly T[]>) =>
  new DataLoader<Key, T, string>(read, { cacheKeyFn: ({ account, id }) => `${account}/${id}` });

/** The loaders of one request. */
export const createLoaders = () => ({
  fundingInstrument: loader<Row | null>(edges.fundingInstrument),
  campaign: loader<Row | null>(edges.campaign),
  lineItems: loader<readonly Row[]>(edges.lineItems),
  promotedTweets: loader<readonly Row[]>(edges.promotedTweets),
  targetingCriteria: loader<readonly Row[]>(edges.targetingCriteria),
});

/** The state that the resolvers of one request share. */
export interface Context {
  readonly load: ReturnType<typeof createLoaders>;
}
