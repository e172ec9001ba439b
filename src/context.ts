import type { Loaders } from './loaders/index.ts';
import { createLoaders } from './loaders/index.ts';
import type { ReferenceData } from './loaders/reference-data.ts';
import type { Ledger } from './state/ledger.ts';
import { blankLedger } from './state/ledger.ts';
import type { Ads, Client, RequestScope } from './upstream/client/client.ts';

/** What one GraphQL request carries: the API on behalf of its viewer, and the loaders that batch its asks. */
export interface Context {
  readonly ads: Ads;
  readonly loaders: Loaders;
  /** On whose behalf writes are recorded: a viewer of an application. */
  readonly viewer: string;
  readonly ledger: Ledger;
  /** When the time of the request ends, on the clock of `performance.now()`. */
  readonly deadline: number;
}

/** What a context shares with those of other requests: writes, and reference data unless this request wants it `fresh`. */
interface Shared {
  readonly ledger: Ledger;
  readonly reference: ReferenceData;
  readonly fresh: boolean;
}

/** A fresh context; nothing in it outlives or leaves the request but reference data, which has no viewer. */
export const createContext = (
  client: Client,
  scope: RequestScope,
  { ledger, reference, fresh }: Shared,
): Context => {
  const { application } = client;
  const ads = client.forRequest(scope);
  const loaders = createLoaders(ads, (endpoint, input, ask) =>
    reference.read({ application, endpoint, input, fresh }, ask),
  );
  return { ads, loaders, viewer: viewerOf(client, scope), ledger, deadline: scope.deadline };
};

// A user who signed in and an owner who is the same person are one viewer.
const viewerOf = ({ application }: Client, { viewer }: RequestScope): string =>
  `${application} ${viewer?.userId ?? viewer?.key ?? ''}`;

/** The context of an operation that is only rehearsed: its calls are recorded and fail, and nothing that others see is touched. */
export const createRehearsal = (client: Client, scope: RequestScope): Context => {
  const ads = client.forRequest({ ...scope, isRehearsal: true });
  const { deadline } = scope;
  const loaders = createLoaders(ads);
  return { ads, loaders, viewer: viewerOf(client, scope), ledger: blankLedger, deadline };
};
