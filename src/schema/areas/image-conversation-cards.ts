import {
  imageConversationCard,
  imageConversationCards,
} from '../../upstream/catalogue/areas/image-conversation-cards.ts';
import { entityType } from '../fields/entities.ts';
import { accountFields } from '../fields/reads.ts';
import { mutations } from '../fields/writes.ts';

entityType(imageConversationCard, 'image_conversation_card_id');

const { listImageConversationCards, getImageConversationCard } = imageConversationCards;

accountFields({
  imageConversationCards: listImageConversationCards,
  imageConversationCard: getImageConversationCard,
});

mutations(imageConversationCards);
