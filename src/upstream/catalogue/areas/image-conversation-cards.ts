import { get, group } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import { nameQuery, standardList } from '../language/lists.ts';
import { ids, text } from '../language/params.ts';
import { oneOf, pageOf } from '../language/returns.ts';
import { conversationColumns, imageColumns } from './card-columns.ts';

export const imageConversationCard = entity(
  'ImageConversationCard',
  'A card with an image and hashtags; a click on a hashtag starts a post.',
  {
    ...conversationColumns,
    card_type: text('IMAGE_CONVERSATION'),
    image: text('URL of its image'),
    ...imageColumns,
  },
);

export const imageConversationCards = group({
  listImageConversationCards: get('accounts/{account_id}/cards/image_conversation', {
    doc: 'The image conversation cards of an account',
    params: {
      card_ids: ids('Only these image conversation cards', {
        matches: 'id',
        as: 'image_conversation_card_id',
      }),
      ...nameQuery('Only image conversation cards whose name begins with this, ignoring case', 80),
      ...standardList(),
    },
    returns: pageOf(imageConversationCard),
  }),
  getImageConversationCard: get('accounts/{account_id}/cards/image_conversation/{card_id}', {
    doc: 'One image conversation card',
    pathIds: { card_id: 'image_conversation_card_id' },
    returns: oneOf(imageConversationCard),
  }),
});
