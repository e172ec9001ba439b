import type { KeyOf } from '../resolvers/keyed.ts';
import { cards } from '../upstream/catalogue/cards.ts';
import { tweet, tweetPreview, tweets } from '../upstream/catalogue/tweets.ts';
import type { Row } from '../upstream/row.ts';
import { idOf, ORIGIN } from '../upstream/row.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { AnyCard } from './cards.ts';
import { entityType } from './entities.ts';
import { linkToAccount, listOfAccount } from './fields.ts';
import { keyedList, linkToKeyed } from './keyed-links.ts';

/** The object type of a post. */
export const Tweet = entityType(tweet);
const TweetPreview = entityType(tweetPreview);

const previews = { endpoint: tweets.listTweetPreviews, param: 'tweet_ids' } as const;

/** The preview of a post, of the type that `filters` tells. */
export const previewOf = (filters: KeyOf['filters']) =>
  linkToKeyed(previews, TweetPreview, {
    key: idOf,
    filters,
    doc: 'How the post will look; null where the API does not preview it',
  });

const cardsByUri = { endpoint: cards.listCardsByUri, param: 'card_uris' } as const;

/** The card whose URI a post gives. */
export const attachedCard = () =>
  linkToKeyed(cardsByUri, AnyCard, {
    key: (row) => row['card_uri'],
    filters: () => ({ with_deleted: true }),
    needs: ['card_uri'],
    doc: 'The card attached to it, of any kind; shown even when deleted',
  });

// A row may lack its type; then it has the one that was asked for, and links lead to published posts.
const typeOf = (row: Row): unknown =>
  row['tweet_type'] ?? row[ORIGIN].asked?.['tweet_type'] ?? 'PUBLISHED';

builder.objectFields(Account, (t) => ({
  tweets: t.field(listOfAccount(tweets.listTweets, Tweet)),
  tweetPreviews: t.field(keyedList(previews, TweetPreview)),
}));

builder.objectFields(Tweet, (t) => ({
  account: t.field(linkToAccount(Account)),
  card: t.field(attachedCard()),
  preview: t.field(previewOf((row) => ({ tweet_type: typeOf(row) }))),
}));
