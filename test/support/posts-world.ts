import { coreWorld } from './core-world.ts';
import type { Running } from './gateway.ts';

const at = (n: number): string =>
  new Date(Date.UTC(2025, 0, 2, 0, n)).toISOString().replace('.000', '');
const stamp = (n: number) => ({ created_at: at(n), updated_at: at(n) });

/** The FULL promotable user of the posts world, and one whose posts may only be reposted. */
export const fullUser = '1480000000000000501';
export const otherUser = '1480000000000000502';

/**
 * Rows for posts beside the core world: promotable users, media of each kind (`3_1` to `3_5` are
 * images, `16_1` a GIF, `13_1` and `13_2` videos), and a line item `l9` of campaign `c1` that
 * promotes users.
 */
export const postsWorld = (running: Running, account: string): void => {
  coreWorld(running, account);
  const { store } = running.emulator;
  for (const entity of ['Tweet', 'DraftTweet', 'ScheduledTweet', 'PromotedAccount']) {
    store.clear(entity, account);
  }
  const user = (id: string, userId: string, type: string) =>
    store.insert('PromotableUser', account, {
      id,
      user_id: userId,
      promotable_user_type: type,
      deleted: false,
      ...stamp(0),
    });
  user('u1', fullUser, 'FULL');
  user('u2', otherUser, 'RETWEETS_ONLY');
  const media = (key: string, type: string) =>
    store.insert('MediaLibraryItem', account, {
      media_key: key,
      media_type: type,
      deleted: false,
      ...stamp(0),
    });
  for (const n of [1, 2, 3, 4, 5]) media(`3_${n}`, 'IMAGE');
  media('16_1', 'GIF');
  media('13_1', 'VIDEO');
  media('13_2', 'VIDEO');
  store.insert('LineItem', account, {
    ...store.find('LineItem', account, 'l1'),
    id: 'l9',
    campaign_id: 'c4',
    product_type: 'PROMOTED_ACCOUNT',
    objective: 'FOLLOWERS',
  });
};

interface Post {
  readonly id: string;
  readonly n?: number;
  readonly [column: string]: unknown;
}

/** Puts a published post of the FULL user into an account. */
export const published = ({ emulator }: Running, account: string, { id, n = 1, ...more }: Post) =>
  emulator.store.insert('Tweet', account, {
    id,
    full_text: `Post ${id}`,
    is_own: true,
    nullcast: true,
    ...stamp(n),
    ...more,
  });

/** Puts a draft, or with `scheduled_at` a scheduled post, of the FULL user into an account. */
export const unpublished = ({ emulator }: Running, account: string, { id, n = 1, ...more }: Post) =>
  emulator.store.insert(
    more['scheduled_at'] === undefined ? 'DraftTweet' : 'ScheduledTweet',
    account,
    {
      id,
      name: null,
      text: `Post ${id}`,
      user_id: fullUser,
      nullcast: true,
      card_uri: null,
      media_keys: [],
      ...(more['scheduled_at'] !== undefined && {
        scheduled_status: 'SCHEDULED',
        completed_at: null,
        tweet_id: null,
      }),
      ...stamp(n),
      ...more,
    },
  );

/** The requests of a list of calls as `METHOD path`, without version and account. */
export const requests = (
  calls: readonly { readonly method: string; readonly path: string }[],
  account: string,
): readonly string[] =>
  calls.map(({ method, path }) => `${method} ${path.replace(`/12/accounts/${account}/`, '')}`);

/** The pairs of a form, including empty values. */
export const form = (body: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(body));
