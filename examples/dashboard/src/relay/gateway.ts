import type { Client } from 'ads-graph/client';
import { AdsGraphError, createClient } from 'ads-graph/client';
import type { FetchFunction, GraphQLSingularResponse, Variables } from 'relay-runtime';
import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import { readSession } from '../session.ts';
import { unread } from './unread.ts';

/**
 * A client for one user. The keys of open writes belong to this window and this user, and outlive a
 * reload, a sign-out and a sign-in.
 */
export const createUserClient = (userId: string): Client => {
  const nameOf = (name: string): string => `${userId} ${name}`;
  return createClient({
    url: '/graphql',
    keys: {
      get: (name) => sessionStorage.getItem(nameOf(name)),
      set: (name, key) => sessionStorage.setItem(nameOf(name), key),
      delete: (name) => sessionStorage.removeItem(nameOf(name)),
    },
    beforeWrite: () => expectUser(userId),
  });
};

/** Throws if another user is signed in by now, or none: a key belongs to its first sender. */
const expectUser = async (userId: string): Promise<void> => {
  const session = await readSession();
  if (session.userId === userId) return;
  const message = session.signedIn
    ? `@${session.screenName} has signed in meanwhile.`
    : 'You are signed out.';
  const errors = [{ message, extensions: { code: 'UNAUTHENTICATED' } }];
  throw new AdsGraphError(message, { errors });
};

// In these queries each row stands alone: if only places in rows failed, the rest is shown with the
// errors beside it. All others are shown whole or not at all, because their page would not show the
// gap, or would leave a part out of a sum.
const partial: readonly string[] = [
  'AccountsQuery',
  'AccountsPageQuery',
  'CampaignsQuery',
  'CampaignsPageQuery',
  'LineItemsQuery',
];

// The gateway sends parts where a document has the variable. The client puts them together, so
// Relay is told that there are none: it would wait for them.
const inParts = (variables: Variables): Variables =>
  'inParts' in variables ? { ...variables, inParts: true } : variables;

const fetchWith =
  (client: Client): FetchFunction =>
  async ({ name, text, operationKind }, variables, { metadata }) => {
    const onData = metadata?.['onData'] as ((data: object) => void) | undefined;
    const { data, errors } = await client.respond(text ?? '', inParts(variables), onData);
    if (operationKind === 'query') {
      const isInRows = errors.every(({ path }) => path?.includes('edges'));
      if (errors.length > 0 && !(isInRows && partial.includes(name))) {
        const message = [...new Set(errors.map((error) => error.message))].join(' ');
        throw new AdsGraphError(message, { errors, data });
      }
      unread.tell(name, errors);
    }
    return { data, ...(errors.length > 0 && { errors }) } as GraphQLSingularResponse;
  };

/** A store that is empty, for one user: sign-in and sign-out load the page anew. */
export const createEnvironment = (client: Client): Environment =>
  new Environment({
    network: Network.create(fetchWith(client)),
    store: new Store(new RecordSource()),
  });
