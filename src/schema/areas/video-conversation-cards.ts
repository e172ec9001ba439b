import {
  videoConversationCard,
  videoConversationCards,
} from '../../upstream/catalogue/areas/video-conversation-cards.ts';
import { entityType } from '../fields/entities.ts';
import { accountFields } from '../fields/reads.ts';
import { mutations } from '../fields/writes.ts';

entityType(videoConversationCard, 'video_conversation_card_id');

accountFields({
  videoConversationCards: videoConversationCards.listVideoConversationCards,
  videoConversationCard: videoConversationCards.getVideoConversationCard,
});

mutations(videoConversationCards);
