import type { Loaders } from './loaders/index.ts';
import { createLoaders } from './loaders/index.ts';
import type { Ads, Client, RequestScope } from './upstream/client.ts';

/** What one GraphQL request carries: the API on behalf of its viewer, and the loaders that batch its asks. */
export interface Context {
  readonly ads: Ads;
  readonly loaders: Loaders;
}

/** A fresh context; nothing in it outlives or leaves the request. */
export const createContext = (client: Client, scope: RequestScope): Context => {
  const ads = client.forRequest(scope);
  return { ads, loaders: createLoaders(ads) };
};
