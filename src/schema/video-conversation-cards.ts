import {
  videoConversationCard,
  videoConversationCards,
} from '../upstream/catalogue/video-conversation-cards.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { linkToAccount } from './fields.ts';
import { mutation } from './mutations.ts';

/** The object type of a video conversation card. */
export const VideoConversationCard = entityType(videoConversationCard);

builder.objectFields(VideoConversationCard, (t) => ({ account: t.field(linkToAccount(Account)) }));

const { createVideoConversationCard, updateVideoConversationCard, deleteVideoConversationCard } =
  videoConversationCards;

mutation(createVideoConversationCard, videoConversationCard, VideoConversationCard);
mutation(updateVideoConversationCard, videoConversationCard, VideoConversationCard);
mutation(deleteVideoConversationCard, videoConversationCard, VideoConversationCard);
