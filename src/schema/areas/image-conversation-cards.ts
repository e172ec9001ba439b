import {
  imageConversationCard,
  imageConversationCards,
} from '../../upstream/catalogue/areas/image-conversation-cards.ts';
import { areaFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(imageConversationCard, 'image_conversation_card_id');

areaFields(imageConversationCards);
