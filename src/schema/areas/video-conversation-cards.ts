import {
  videoConversationCard,
  videoConversationCards,
} from '../../upstream/catalogue/areas/video-conversation-cards.ts';
import { entityType } from '../fields/entities.ts';
import { mutation } from '../fields/mutations.ts';

entityType(videoConversationCard);

const { createVideoConversationCard, updateVideoConversationCard, deleteVideoConversationCard } =
  videoConversationCards;

mutation(createVideoConversationCard);
mutation(updateVideoConversationCard);
mutation(deleteVideoConversationCard);
