import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  imageConversationCard,
  imageConversationCards,
} from '../../upstream/catalogue/areas/image-conversation-cards.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(imageConversationCard, 'image_conversation_card_id');

const { listImageConversationCards, getImageConversationCard } = imageConversationCards;

addFields(account, (t) => ({
  imageConversationCards: t.field(listOfAccount(listImageConversationCards)),
  imageConversationCard: t.field(item(getImageConversationCard)),
}));

mutation(imageConversationCards.createImageConversationCard);
mutation(imageConversationCards.updateImageConversationCard);
mutation(imageConversationCards.deleteImageConversationCard);
