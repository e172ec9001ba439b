import { dayMs, hourMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Rows, StoredRow } from '../store.ts';
import type { Advertiser } from './accounts.ts';
import { seedId } from './campaigns.ts';

const begins = Date.parse('2025-05-12T09:00:00Z');
/**
 * The time between today and the first scheduled post, in milliseconds; the API allows at most a
 * year.
 */
const ahead = 180 * dayMs + 8.5 * hourMs;

/** Posts, promotable users, and the promoted users, creatives and tracking tags of line items. */
export const postsOf = (advertiser: Advertiser, within: Rows, now: number): Rows => {
  if (advertiser.products.length === 0) return { PromotableUser: usersOf(advertiser) };
  const ScheduledTweet = scheduledOf(advertiser, within, now);
  const lineItems = within['LineItem'] ?? [];
  return {
    Tweet: (within['Tweet'] ?? []).map(withNames),
    PromotableUser: usersOf(advertiser),
    DraftTweet: draftsOf(advertiser, within),
    ScheduledTweet,
    ScheduledPromotedTweet: scheduledPromotions(advertiser, lineItems, ScheduledTweet),
    PromotedAccount: promotedAccountsOf(advertiser, lineItems),
    MediaCreative: creativesOf(advertiser, lineItems, within['AccountMedia'] ?? []),
    TrackingTag: tagsOf(advertiser, lineItems),
  };
};

// Some posts get a name, and a few become replies.
const withNames = (row: StoredRow, index: number): StoredRow => ({
  ...row,
  name: index % 4 === 0 ? String(row['full_text']).slice(0, 40) : null,
  ...(row['is_own'] === true &&
    index % 11 === 10 && { in_reply_to_status_id: String(BigInt(String(row['id'])) - 4_194_305n) }),
});

const dates = (index: number) => ({
  created_at: iso(begins + (index * dayMs) / 4),
  updated_at: iso(begins + (index * dayMs) / 4),
});

/**
 * An id of 19 digits, as for posts: a prefix for the entity, three digits of the user's id, and a
 * number.
 */
const digitsId = (advertiser: Advertiser, prefix: string, index: number): string =>
  `${prefix}${advertiser.userId.slice(-3)}${String(index * 1_048_583 + 7).padStart(14, '0')}`;

const usersOf = (advertiser: Advertiser): readonly StoredRow[] =>
  ['FULL', 'RETWEETS_ONLY', 'RETWEETS_ONLY'].map((type, index) => ({
    id: seedId(advertiser, 'u', index),
    created_at: advertiser.since,
    updated_at: advertiser.since,
    deleted: index === 2,
    user_id: String(BigInt(advertiser.userId) + BigInt(index * 1000)),
    promotable_user_type: type,
  }));

interface ComposedPost {
  readonly advertiser: Advertiser;
  readonly within: Rows;
  readonly text: string;
  readonly index: number;
}

const composed = ({ advertiser, within, text, index }: ComposedPost): StoredRow => {
  const cards = (within['Card'] ?? []).filter((row) => row['deleted'] !== true);
  const images = (within['MediaLibraryItem'] ?? []).filter((row) => row['media_type'] === 'IMAGE');
  const hasMedia = index % 3 === 1 && images.length > 0;
  return {
    ...dates(index),
    name: index % 2 === 0 ? text.slice(0, 40) : null,
    text: hasMedia && index % 6 === 1 ? '' : text,
    user_id: advertiser.userId,
    nullcast: index % 5 !== 4,
    card_uri: index % 3 === 2 ? (cards[index % cards.length]?.['card_uri'] ?? null) : null,
    media_keys: hasMedia ? images.slice(0, 2).map((row) => row['media_key']) : [],
  };
};

const draftsOf = (advertiser: Advertiser, within: Rows): readonly StoredRow[] =>
  advertiser.products
    .flatMap((product) => [`${product}: first idea`, `${product}, said differently #new`])
    .map((text, index) => ({
      id: digitsId(advertiser, '16', index),
      ...composed({ advertiser, within, text, index }),
    }));

const scheduledOf = (advertiser: Advertiser, within: Rows, now: number): readonly StoredRow[] => {
  // Counted from midnight, so that the data is the same all day.
  const schedule = now - (now % dayMs) + ahead;
  const published = (within['Tweet'] ?? []).filter((row) => row['is_own'] === true);
  return advertiser.products
    .flatMap((product) => [`${product} starts today`, `Last days of ${product}`])
    .map((text, index) => {
      // Every fourth has been published, and has the id of the published post.
      const post = index % 4 === 3 ? published.at(-1 - index) : undefined;
      const at = post === undefined ? iso(schedule + index * dayMs) : post['created_at'];
      return {
        id: digitsId(advertiser, '17', index),
        ...composed({ advertiser, within, text, index }),
        scheduled_status: post === undefined ? 'SCHEDULED' : 'SUCCESS',
        scheduled_at: at,
        completed_at: post === undefined ? null : at,
        tweet_id: post?.['id'] ?? null,
      };
    });
};

const live = (rows: readonly StoredRow[], column: string, value: string): readonly StoredRow[] =>
  rows.filter((row) => row[column] === value && row['deleted'] !== true);

const scheduledPromotions = (
  advertiser: Advertiser,
  lineItems: readonly StoredRow[],
  scheduled: readonly StoredRow[],
): readonly StoredRow[] =>
  live(lineItems, 'product_type', 'PROMOTED_TWEETS')
    .slice(0, scheduled.length)
    .map((lineItem, index) => ({
      id: seedId(advertiser, 's', index),
      ...dates(index),
      deleted: index === 1,
      line_item_id: lineItem['id'],
      scheduled_tweet_id: scheduled[index]?.['id'],
      tweet_id: scheduled[index]?.['tweet_id'],
    }));

const promotedAccountsOf = (
  advertiser: Advertiser,
  lineItems: readonly StoredRow[],
): readonly StoredRow[] =>
  live(lineItems, 'product_type', 'PROMOTED_ACCOUNT').map((lineItem, index) => ({
    id: seedId(advertiser, 'h', index),
    ...dates(index),
    deleted: index % 6 === 5,
    line_item_id: lineItem['id'],
    user_id: advertiser.userId,
    entity_status: 'ACTIVE',
    approval_status: 'ACCEPTED',
  }));

const creativesOf = (
  advertiser: Advertiser,
  lineItems: readonly StoredRow[],
  media: readonly StoredRow[],
): readonly StoredRow[] => {
  const usable = media.filter((row) => row['deleted'] !== true);
  if (usable.length === 0) return [];
  return lineItems
    .filter((row, index) => row['objective'] === 'PREROLL_VIEWS' || index % 6 === 5)
    .map((lineItem, index) => {
      const isPreroll = lineItem['objective'] === 'PREROLL_VIEWS';
      const fit = usable.filter(
        (row) => /PREROLL/.test(String(row['creative_type'])) === isPreroll,
      );
      const shown = fit[index % fit.length] ?? usable[0];
      return {
        id: seedId(advertiser, 'm', index),
        ...dates(index),
        deleted: index % 9 === 8,
        line_item_id: lineItem['id'],
        account_media_id: shown?.['id'],
        landing_url: isPreroll ? null : `https://${advertiser.domain}/landing/${index}`,
        creative_type: shown?.['creative_type'],
        entity_status: 'ACTIVE',
        approval_status: 'ACCEPTED',
      };
    });
};

const tagsOf = (advertiser: Advertiser, lineItems: readonly StoredRow[]): readonly StoredRow[] =>
  lineItems
    .filter((_, index) => index % 3 === 0)
    .map((lineItem, index) => ({
      id: seedId(advertiser, 'g', index),
      ...dates(index),
      deleted: index % 10 === 9,
      line_item_id: lineItem['id'],
      tracking_tag_type: index % 2 === 0 ? 'IMPRESSION_TAG' : 'CLICK_TRACKER',
      tracking_tag_url: `https://track.${advertiser.domain}/${index}`,
    }));
