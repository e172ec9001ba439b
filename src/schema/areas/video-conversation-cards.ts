import {
  videoConversationCard,
  videoConversationCards,
} from '../../upstream/catalogue/areas/video-conversation-cards.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(videoConversationCard, 'video_conversation_card_id');

accountFields({
  videoConversationCards: videoConversationCards.listVideoConversationCards,
  videoConversationCard: videoConversationCards.getVideoConversationCard,
});

mutations(videoConversationCards);
