import {
  videoConversationCard,
  videoConversationCards,
} from '../../upstream/catalogue/areas/video-conversation-cards.ts';
import { areaFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(videoConversationCard, 'video_conversation_card_id');

areaFields(videoConversationCards);
