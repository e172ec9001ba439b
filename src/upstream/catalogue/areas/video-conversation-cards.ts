import { collection, group } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import { namedSorting, nameQuery, standardList, withDeleted } from '../language/lists.ts';
import { id, ids, text } from '../language/params.ts';
import { atLeastOne } from '../language/rules.ts';
import { conversationColumns, conversing, hashtagPairs, neededOf } from './card-columns.ts';

export const videoConversationCard = entity(
  'VideoConversationCard',
  'A card with a video and hashtags; a click on a hashtag starts a post.',
  {
    ...conversationColumns,
    card_type: text('VIDEO_CONVERSATION'),
    poster_media_url: text('URL of the preview image of the video'),
    video_owner_id: id('The user who owns the video'),
    video_content_id: id('The video'),
    video_url: text('URL of the video'),
    video_hls_url: text('URL of the video as an HLS playlist'),
    video_poster_url: text('URL of the preview image of the video'),
    video_width: text('Width of the video, or of its aspect ratio'),
    video_height: text('Height of the video, or of its aspect ratio'),
  },
  { goneWhenDeleted: true },
);

const pathIds = { card_id: 'video_conversation_card_id' } as const;

const written = {
  ...conversing,
  media_key: id('A video of the media library, 16:9'),
  poster_media_key: id('An image to show before the video plays; its first frame by default'),
  unlocked_image_media_key: id(
    'An image that is unlocked by the post; responses have its URL instead of the key',
  ),
  unlocked_video_media_key: id('A video of the media library that is unlocked by the post'),
} as const;

const ofVideoConversationCard = collection(
  'accounts/{account_id}/cards/video_conversation/{card_id}',
  videoConversationCard,
);

export const videoConversationCards = group({
  listVideoConversationCards: ofVideoConversationCard.list({
    doc: 'The video conversation cards of an account',
    params: {
      card_ids: ids('Only these video conversation cards', {
        matches: 'id',
        as: 'video_conversation_card_id',
      }),
      ...nameQuery('Only video conversation cards whose name begins with this, ignoring case', 80),
      ...standardList({ sorts: namedSorting }),
    },
  }),
  getVideoConversationCard: ofVideoConversationCard.item({
    doc: 'One video conversation card',
    params: withDeleted,
    pathIds,
  }),
  createVideoConversationCard: ofVideoConversationCard.create({
    doc: 'Creates a video conversation card, with a title or a second hashtag',
    params: { ...written, ...neededOf(written.media_key) },
    rules: [...hashtagPairs, atLeastOne('title', 'second_cta')],
  }),
  updateVideoConversationCard: ofVideoConversationCard.update({
    doc: 'Changes a video conversation card; parameters that are left out keep their values, and a title or a second hashtag must remain',
    params: written,
    rules: hashtagPairs,
    pathIds,
  }),
  deleteVideoConversationCard: ofVideoConversationCard.delete({
    doc: 'Deletes a video conversation card for good; the response has little more than its name and ids',
    pathIds,
  }),
});
