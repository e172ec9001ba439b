import type { KeyOf } from '../../resolvers/reads/link-by-key.ts';
import { listByKeys } from '../../resolvers/reads/link-by-key.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { cards } from '../../upstream/catalogue/areas/cards.ts';
import { tweet, tweetPreview, tweets } from '../../upstream/catalogue/areas/tweets.ts';
import type { Row } from '../../upstream/client/row.ts';
import { idOf, SOURCE } from '../../upstream/client/row.ts';
import { entityType } from '../fields/entities.ts';
import { listOfAccount } from '../fields/fields.ts';
import { keyedList, linkToKeyed } from '../fields/keyed-links.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';
import { AnyCard } from './cards.ts';

entityType(tweet);
entityType(tweetPreview);

const previews = listByKeys(tweets.listTweetPreviews, 'tweet_ids');

/** The link to the preview of a post; `filters` gives the type of the post. */
export const previewOf = (filters: KeyOf['filters']) =>
  linkToKeyed(previews, {
    key: idOf,
    filters,
    doc: 'A preview of the post; null if the API does not preview it',
  });

const cardsByUri = listByKeys(cards.listCardsByUri, 'card_uris');

/** The link to the card whose URI is in a post. */
export const attachedCard = () =>
  linkToKeyed(cardsByUri, {
    type: AnyCard,
    key: (row) => row['card_uri'],
    filters: () => ({ with_deleted: true }),
    needs: ['card_uri'],
    doc: 'The card attached to it, of any kind; shown even when deleted',
  });

// A row without a type has the type of the list that was requested; a post that a link leads to is
// a published one.
const typeOf = (row: Row): unknown =>
  row['tweet_type'] ?? row[SOURCE].asked?.['tweet_type'] ?? 'PUBLISHED';

addFields(account, (t) => ({
  tweets: t.field(listOfAccount(tweets.listTweets)),
  tweetPreviews: t.field(keyedList(previews)),
}));

addFields(tweet, (t) => ({
  card: t.field(attachedCard()),
  preview: t.field(previewOf((row) => ({ tweet_type: typeOf(row) }))),
}));

mutation(tweets.createTweet);
mutation(tweets.renameTweet);
