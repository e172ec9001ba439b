import {
  videoConversationCard,
  videoConversationCards,
} from '../upstream/catalogue/video-conversation-cards.ts';
import { entityType } from './entities.ts';
import { mutation } from './mutations.ts';

entityType(videoConversationCard);

const { createVideoConversationCard, updateVideoConversationCard, deleteVideoConversationCard } =
  videoConversationCards;

mutation(createVideoConversationCard);
mutation(updateVideoConversationCard);
mutation(deleteVideoConversationCard);
