import { draftTweet } from '../../src/upstream/catalogue/areas/draft-tweets.ts';
import { scheduledTweet } from '../../src/upstream/catalogue/areas/scheduled-tweets.ts';
import { tweet } from '../../src/upstream/catalogue/areas/tweets.ts';
import type { Entity } from '../../src/upstream/catalogue/language/entity.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { integer } from '../json.ts';
import { readList } from '../list.ts';
import type { EntityRules, Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { fullUser, isOfListedUser, promotableUsers } from './promotable-users.ts';
import { currentState } from './scheduled-tweets.ts';

/** The entity of the posts of each type. */
const homes: Readonly<Record<string, Entity>> = {
  DRAFT: draftTweet,
  PUBLISHED: tweet,
  SCHEDULED: scheduledTweet,
};

const homeOf = (scope: Scope): Entity => homes[String(scope.input['tweet_type'])] ?? tweet;

/** The id of the author: with `is_own: false` another user, else the user of the account. */
const authorOf = (row: StoredRow, scope: Scope): string => {
  const isOther = row['is_own'] === false;
  const other = promotableUsers(scope).find(
    (user) => user['promotable_user_type'] === 'RETWEETS_ONLY',
  );
  const author = isOther ? other?.['user_id'] : (row['user_id'] ?? fullUser(scope)?.['user_id']);
  return String(author ?? '0');
};

/** True for a promoted-only post. Without that column every third post is in the timeline. */
const isNullcast = (row: StoredRow): boolean =>
  row['repost_of'] !== undefined ||
  (typeof row['nullcast'] === 'boolean' ? row['nullcast'] : BigInt(String(row['id'])) % 3n !== 0n);

const onTimeline = (row: StoredRow, { input }: Scope): boolean => {
  const timeline = input['timeline_type'] ?? 'NULLCAST';
  return timeline === 'ALL' || isNullcast(row) === (timeline === 'NULLCAST');
};

const isReply = (row: StoredRow): boolean =>
  typeof row['in_reply_to_status_id'] === 'string' || String(row['full_text']).startsWith('@');

const isListed = (row: StoredRow, scope: Scope): boolean =>
  isOfListedUser(authorOf(row, scope), scope) &&
  onTimeline(row, scope) &&
  (scope.input['include_mentions_and_replies'] === true || !isReply(row));

const asDate = (time: unknown): string => {
  const [day, date, month, year, clock] = new Date(String(time))
    .toUTCString()
    .replace(',', '')
    .split(' ');
  return `${day} ${month} ${date} ${clock} +0000 ${year}`;
};

const authorIn = (id: string, { input }: Scope): Values => ({
  id: integer(id),
  id_str: id,
  ...(input['trim_user'] !== true && {
    name: `Advertiser ${id.slice(-3)}`,
    screen_name: `advertiser_${id.slice(-3)}`,
    description: '',
    location: '',
    url: null,
    created_at: 'Tue Mar 21 20:50:14 +0000 2017',
    protected: false,
    verified: false,
    followers_count: 1200,
    friends_count: 80,
    statuses_count: 431,
    profile_image_url_https: `https://img.example/${id}.png`,
  }),
});

const matchesIn = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].map(({ 1: word, index }) => ({
    text: word,
    indices: [index, index + 1 + String(word).length],
  }));

const none = {
  contributors: null,
  coordinates: null,
  geo: null,
  place: null,
  in_reply_to_screen_name: null,
  in_reply_to_user_id: null,
  in_reply_to_user_id_str: null,
  favorite_count: 0,
  retweet_count: 0,
  favorited: false,
  retweeted: false,
  truncated: false,
  is_quote_status: false,
} as const;

const wordsOf = (text: string): Values => ({
  full_text: text,
  lang: 'en',
  display_text_range: [0, text.length],
  entities: {
    hashtags: matchesIn(/#(\w+)/g, text),
    symbols: matchesIn(/\$([A-Z]+)/g, text),
    user_mentions: [],
    urls: [],
  },
});

const mediaIn = ({ media_keys: keys }: StoredRow, { store, accountId }: Scope): Values => {
  if (!Array.isArray(keys) || keys.length === 0) return {};
  const media = keys.map((key: unknown) => {
    const row = store.find('MediaLibraryItem', accountId, String(key));
    return {
      media_key: key,
      media_url_https: row?.['media_url'] ?? null,
      type: row?.['media_type'],
    };
  });
  return { extended_entities: { media } };
};

/**
 * A stored post as the API writes it: ids as integers and again as text in `_str`, dates as `Tue
 * Mar 21 20:50:14 +0000 2017`.
 */
const asPost = (row: StoredRow, scope: Scope): StoredRow => {
  const id = String(row['id']);
  const text = String(row['full_text'] ?? row['text'] ?? '');
  const answered = row['in_reply_to_status_id'];
  const isSet = typeof answered === 'string';
  return {
    ...none,
    id: integer(id),
    id_str: id,
    tweet_id: id,
    created_at: asDate(row['created_at']),
    name: row['name'] ?? null,
    tweet_type: scope.input['tweet_type'],
    nullcast: isNullcast(row),
    scheduled_at: row['scheduled_at'] ?? null,
    scheduled_status: row['scheduled_status'] ?? null,
    conversation_settings: row['conversation_settings'] ?? 'EVERYONE',
    ...(row['card_uri'] != null && { card_uri: row['card_uri'] }),
    source: '<a href="https://ads.example" rel="nofollow">Ads composer</a>',
    ...wordsOf(text),
    ...mediaIn(row, scope),
    user: authorIn(authorOf(row, scope), scope),
    in_reply_to_status_id: isSet ? integer(answered) : null,
    in_reply_to_status_id_str: isSet ? answered : null,
    scopes: { followers: false },
  };
};

/** Answers with a list of posts, read from the rows of the entity that `tweet_type` names. */
const listTweets: Handler = (scope) => {
  const home = homeOf(scope);
  const returns = { ...scope.endpoint.returns, of: home };
  return readList({
    ...scope,
    endpoint: { ...scope.endpoint, returns },
    rules: { ...scope.rules, [home.name]: rulesOfPosts },
  });
};

/** The rules by which posts are listed and shown. */
export const rulesOfPosts: EntityRules = {
  admits: isListed,
  shows: (row, scope) =>
    asPost(homeOf(scope) === scheduledTweet ? currentState(row, scope) : row, scope),
};

const listTweetPreviews: Handler = (scope) => {
  const { input, store, accountId } = scope;
  const home = homeOf(scope).name;
  const requested = new Set((input['tweet_ids'] as readonly unknown[]).map(String));
  const data = [...requested]
    .filter((id) => store.find(home, accountId, id) !== undefined)
    .map((id) => ({ tweet_id: id, preview: previewOf(id) }));
  return { status: 200, envelope: { request: { params: scope.echo }, data }, omits: [] };
};

const previewOf = (id: string): string =>
  `<iframe class="tweet-preview" src="https://preview.example/${id}" height="300" width="550" frameborder="0" allowtransparency="true" scrolling="no"></iframe>`;

export const handlers: Readonly<Record<string, Handler>> = { listTweets, listTweetPreviews };
