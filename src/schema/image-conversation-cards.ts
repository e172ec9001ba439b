import { account } from '../upstream/catalogue/accounts.ts';
import {
  imageConversationCard,
  imageConversationCards,
} from '../upstream/catalogue/image-conversation-cards.ts';
import { entityType } from './entities.ts';
import { item, listOfAccount } from './fields.ts';
import { addFields } from './refs.ts';

entityType(imageConversationCard, 'image_conversation_card_id');

const { listImageConversationCards, getImageConversationCard } = imageConversationCards;

addFields(account, (t) => ({
  imageConversationCards: t.field(listOfAccount(listImageConversationCards)),
  imageConversationCard: t.field(item(getImageConversationCard)),
}));
