import { collection, group } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import { namedSorting, nameQuery, standardList, withDeleted } from '../language/lists.ts';
import { id, ids, text } from '../language/params.ts';
import { atLeastOne } from '../language/rules.ts';
import {
  conversationColumns,
  conversing,
  hashtagPairs,
  imageColumns,
  neededOf,
} from './card-columns.ts';

export const imageConversationCard = entity(
  'ImageConversationCard',
  'A card with an image and hashtags; a click on a hashtag starts a post.',
  {
    ...conversationColumns,
    card_type: text('IMAGE_CONVERSATION'),
    ...imageColumns,
  },
  { goneWhenDeleted: true },
);

const pathIds = { card_id: 'image_conversation_card_id' } as const;

const written = {
  ...conversing,
  media_key: id('An image of the media library, at least 800 pixels wide, 1.91:1'),
  unlocked_image_media_key: id(
    'An image that is unlocked by the post, at least 800 pixels wide, 5:2; responses have its URL instead of the key',
  ),
} as const;

const ofImageConversationCard = collection(
  'accounts/{account_id}/cards/image_conversation/{card_id}',
  imageConversationCard,
);

export const imageConversationCards = group({
  listImageConversationCards: ofImageConversationCard.list({
    doc: 'The image conversation cards of an account',
    params: {
      card_ids: ids('Only these image conversation cards', {
        matches: 'id',
        as: 'image_conversation_card_id',
      }),
      ...nameQuery('Only image conversation cards whose name begins with this, ignoring case', 80),
      ...standardList({ sorts: namedSorting }),
    },
  }),
  getImageConversationCard: ofImageConversationCard.item({
    doc: 'One image conversation card',
    params: withDeleted,
    pathIds,
  }),
  createImageConversationCard: ofImageConversationCard.create({
    doc: 'Creates an image conversation card, with a title or a second hashtag',
    params: { ...written, ...neededOf(written.media_key) },
    rules: [...hashtagPairs, atLeastOne('title', 'second_cta')],
  }),
  updateImageConversationCard: ofImageConversationCard.update({
    doc: 'Changes an image conversation card; parameters that are left out keep their values, and a title or a second hashtag must remain',
    params: written,
    rules: hashtagPairs,
    pathIds,
  }),
  deleteImageConversationCard: ofImageConversationCard.delete({
    doc: 'Deletes an image conversation card for good; the response has little more than its name and ids',
    pathIds,
  }),
});
