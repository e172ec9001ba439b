import type { Loaders } from './loaders/index.ts';
import { createLoaders } from './loaders/index.ts';
import type { ReferenceData } from './loaders/reference-data.ts';
import type { Ledger } from './state/ledger.ts';
import { blankLedger } from './state/ledger.ts';
import type { Ads, Client, RequestScope } from './upstream/client/client.ts';

/** What the resolvers of one GraphQL request share. */
export interface Context {
  readonly ads: Ads;
  readonly loaders: Loaders;
  /** Whose writes the ledger records: the application, and the user's id or else the token's key. */
  readonly viewer: string;
  readonly ledger: Ledger;
  /** Milliseconds of `performance.now()`. */
  readonly deadline: number;
}

/** What requests share. */
interface Shared {
  readonly ledger: Ledger;
  readonly reference: ReferenceData;
  /** Whether this request wants reference data read anew. */
  readonly fresh: boolean;
}

/** Creates a context. Only reference data and the ledger outlive the request; reference data is the same for all viewers. */
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

// A user who signed in and the owner of the application may be the same person, so the user's id comes first.
const viewerOf = ({ application }: Client, { viewer }: RequestScope): string =>
  `${application} ${viewer?.userId ?? viewer?.key ?? ''}`;

/** Creates the context of a rehearsal: its calls are recorded and fail unsent, and it shares nothing with other requests. */
export const createRehearsal = (client: Client, scope: RequestScope): Context => {
  const ads = client.forRequest({ ...scope, isRehearsal: true });
  const { deadline } = scope;
  const loaders = createLoaders(ads);
  return { ads, loaders, viewer: viewerOf(client, scope), ledger: blankLedger, deadline };
};
