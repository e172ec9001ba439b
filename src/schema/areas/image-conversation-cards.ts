import {
  imageConversationCard,
  imageConversationCards,
} from '../../upstream/catalogue/areas/image-conversation-cards.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

const { listImageConversationCards, getImageConversationCard } = imageConversationCards;

entityType(imageConversationCard, 'image_conversation_card_id');

accountFields({
  imageConversationCards: listImageConversationCards,
  imageConversationCard: getImageConversationCard,
});

mutations(imageConversationCards);
