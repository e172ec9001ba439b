import { createEmulator } from '../../emulator/server.ts';
import type { Ads } from '../../src/upstream/client/client.ts';
import { clientOf, scopeOf } from './upstream.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * The line items of an account that has nothing else: as an API serves them, and as it stores them.
 */
export interface Upstream {
  /** The API as a new request sees it, over HTTP. */
  readonly ads: () => Ads;
  readonly rows: () => readonly Row[];
  readonly insert: (row: Row) => void;
  readonly remove: (id: string) => void;
  /** Removes all rows, and serves pages of the requested size. */
  readonly clear: () => void;
  /** Sets the numbers of rows of the next pages, in turn. None of these pages ends the list. */
  readonly shorten: (rows: readonly number[], times: number) => void;
  readonly close: () => Promise<void>;
}

const entity = 'LineItem';

/** Starts an API, and lets a test add and remove the line items of one account by hand. */
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
