import type { Loaders } from './loaders/index.ts';
import { createLoaders } from './loaders/index.ts';
import type { ReferenceData } from './loaders/reference-data.ts';
import type { Ads, Client, RequestScope } from './upstream/client/client.ts';

/** What one GraphQL request carries: the API on behalf of its viewer, and the loaders that batch its asks. */
export interface Context {
  readonly ads: Ads;
  readonly loaders: Loaders;
}

/** What a context shares with those of other requests: reference data, unless this request wants it `fresh`. */
export interface Shared {
  readonly reference: ReferenceData;
  readonly fresh: boolean;
}

/** A fresh context; nothing in it outlives or leaves the request but reference data, which has no viewer. */
export const createContext = (
  client: Client,
  scope: RequestScope,
  { reference, fresh }: Shared,
): Context => {
  const { application } = client;
  const ads = client.forRequest(scope);
  const loaders = createLoaders(ads, (endpoint, input, ask) =>
    reference.read({ application, endpoint, input, fresh }, ask),
  );
  return { ads, loaders };
};

/** The context of an operation that is only rehearsed: its calls are recorded and fail, and nothing that others see is touched. */
export const createRehearsal = (client: Client, scope: RequestScope): Context => {
  const ads = client.forRequest({ ...scope, isRehearsal: true });
  return { ads, loaders: createLoaders(ads) };
};
