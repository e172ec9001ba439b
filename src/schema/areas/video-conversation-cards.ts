import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  videoConversationCard,
  videoConversationCards,
} from '../../upstream/catalogue/areas/video-conversation-cards.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(videoConversationCard, 'video_conversation_card_id');

addFields(account, (t) => ({
  videoConversationCards: t.field(listOfAccount(videoConversationCards.listVideoConversationCards)),
  videoConversationCard: t.field(item(videoConversationCards.getVideoConversationCard)),
}));

mutation(videoConversationCards.createVideoConversationCard);
mutation(videoConversationCards.updateVideoConversationCard);
mutation(videoConversationCards.deleteVideoConversationCard);
