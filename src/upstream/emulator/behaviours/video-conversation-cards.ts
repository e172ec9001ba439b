import { refusal } from '../refusal.ts';
import type { Change, EntityRules, Handler, Scope, Values } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { invalidMedia, requireType } from './media-library.ts';
import { cardUri, deleteForGood, filled } from './poll-cards.ts';

const isSet = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

const missing = (parameter: string) =>
  refusal(400, 'MISSING_PARAMETER', `"${parameter}" is a required parameter`, { parameter });

const mediumOf = (
  given: Values,
  parameter: string,
  { types, scope }: { readonly types: readonly string[]; readonly scope: Scope },
): StoredRow | null => {
  const key = given[parameter];
  return typeof key === 'string' ? requireType(key, { parameter, types }, scope) : null;
};

const check = ({ after, given }: Change, scope: Scope): void => {
  if (!isSet(after['title']) && !isSet(after['second_cta'])) throw missing('title');
  const bare = ['first_cta', 'second_cta', 'third_cta', 'fourth_cta'].find(
    (name) => isSet(after[name]) && !isSet(after[`${name}_tweet`]),
  );
  if (bare !== undefined) throw missing(`${bare}_tweet`);
  const video = mediumOf(given, 'media_key', { types: ['VIDEO'], scope });
  if (video !== null && video['aspect_ratio'] !== '16:9') {
    throw invalidMedia('The video is not 16:9', 'media_key', given['media_key']);
  }
  mediumOf(given, 'poster_media_key', { types: ['IMAGE'], scope });
  mediumOf(given, 'unlocked_image_media_key', { types: ['IMAGE'], scope });
  mediumOf(given, 'unlocked_video_media_key', { types: ['VIDEO'], scope });
};

const videoColumns = (video: StoredRow | null): Values => {
  const [width, height] = String(video?.['aspect_ratio']).split(':');
  return video === null
    ? {}
    : {
        media_url: video['media_url'],
        poster_media_url: video['poster_media_url'],
        video_width: width,
        video_height: height,
      };
};

const imageColumns = (image: StoredRow | null): Values =>
  image === null
    ? {}
    : {
        cover_image_url: image['media_url'],
        cover_image_display_width: String(image['width']),
        cover_image_display_height: String(image['height']),
      };

const derive = ({ before, after, given }: Change, scope: Scope): Values => {
  const [videos, images] = [
    { types: ['VIDEO'], scope },
    { types: ['IMAGE'], scope },
  ];
  const poster = mediumOf(given, 'poster_media_key', images);
  return {
    ...filled(after),
    ...(before === null && {
      card_uri: cardUri(scope),
      card_type: 'VIDEO_CONVERSATION',
      video_owner_id: scope.user?.userId,
    }),
    ...videoColumns(mediumOf(given, 'media_key', videos)),
    ...imageColumns(mediumOf(given, 'unlocked_image_media_key', images)),
    ...(poster !== null && { poster_media_url: poster['media_url'] }),
  };
};

export const rules: Readonly<Record<string, EntityRules>> = {
  VideoConversationCard: { check, derive },
};

export const handlers: Readonly<Record<string, Handler>> = {
  deleteVideoConversationCard: deleteForGood([
    'name',
    'id',
    'created_at',
    'updated_at',
    'deleted',
    'card_type',
  ]),
};
