import { type KeyOf, listByKeys } from '../../resolvers/reads/link-by-key.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { cards } from '../../upstream/catalogue/areas/cards.ts';
import { tweet, tweetPreview, tweets } from '../../upstream/catalogue/areas/tweets.ts';
import { idOf, type Row, SOURCE } from '../../upstream/client/row.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { builder } from '../fields/builder.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { keyedList, linkToKeyed } from '../fields/keyed-links.ts';
import { entityRef } from '../fields/refs.ts';
import { AnyCard } from './cards.ts';

entityType(tweet);
entityType(tweetPreview);

const previews = listByKeys(tweets.listTweetPreviews, 'tweet_ids');

/** The link to the preview of a post; `filters` returns the type of the post. */
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

// A row without a type has the type of the requested list. A post without a list was reached by a
// link, so it is published.
const typeOf = (row: Row): unknown =>
  row['tweet_type'] ?? row[SOURCE].input?.['tweet_type'] ?? 'PUBLISHED';

accountFields({ tweets: tweets.listTweets });

builder.objectField(entityRef(account), 'tweetPreviews', (t) => t.field(keyedList(previews)));

addFields(tweet, {
  card: attachedCard(),
  preview: previewOf((row) => ({ tweet_type: typeOf(row) })),
});

mutations(tweets);
