import { createEmulator } from '../../emulator/server.ts';
import type { Ads } from '../../src/upstream/client/client.ts';
import { clientOf, scopeOf } from './upstream.ts';

type Stored = Readonly<Record<string, unknown>>;

/**
 * The line items of an account that has nothing else, as a running API serves them and as it stores
 * them.
 */
export interface Upstream {
  /** The API as a new request sees it, over HTTP. */
  readonly ads: () => Ads;
  readonly rows: () => readonly Stored[];
  readonly insert: (row: Stored) => void;
  readonly remove: (id: string) => void;
  /** No rows, and pages of as many rows as were asked for. */
  readonly clear: () => void;
  /** The next so many pages hold these numbers of rows, in turn, and never end the list. */
  readonly shorten: (rows: readonly number[], times: number) => void;
  readonly close: () => Promise<void>;
}

const entity = 'LineItem';

/** Starts an API whose line items of one account a test puts there and takes away by hand. */
export const openUpstream = async (accountId: string): Promise<Upstream> => {
  const emulator = await createEmulator({ rateWindows: false, strict: true });
  const { credentials, store } = emulator;
  const client = clientOf(emulator.url, {
    consumer: { key: credentials.consumerKey, secret: credentials.consumerSecret },
  });
  store.insert('Account', null, { id: accountId, deleted: false });
  const viewer = {
    key: credentials.userId,
    token: credentials.accessToken,
    tokenSecret: credentials.accessTokenSecret,
    userId: credentials.userId,
    screenName: credentials.screenName,
    isOwnerToken: false,
  };
  return {
    ads: () => client.forRequest(scopeOf({ viewer, maxCalls: 5000 })),
    rows: () => store.rows(entity, accountId),
    insert: (row) => void store.insert(entity, accountId, row),
    remove: (id) => void store.remove(entity, accountId, id),
    clear: () => {
      store.clear(entity, accountId);
      emulator.reset();
    },
    shorten: (rows, times) => {
      const match = { endpoint: 'listLineItems' } as const;
      emulator.fault({ match, times, fault: { kind: 'pages', rows: [...rows] } });
    },
    close: async () => {
      await client.close();
      await emulator.close();
    },
  };
};
