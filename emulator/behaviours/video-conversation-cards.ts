import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import type { EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import {
  coverColumns,
  mediumAt,
  removeCard,
  requireComponents,
  requireComponentsOfNew,
} from './conversation-cards.ts';
import { givenMedia, invalidMedia } from './media-library.ts';
import { cardUri, withoutNulls } from './poll-cards.ts';

const creating = (made: WrittenRow, scope: Scope): void => {
  requireComponentsOfNew(made);
  changing(made, scope);
};

const changing = (change: WrittenRow, scope: Scope): void => {
  const { given } = change;
  requireComponents(change);
  const video = givenMedia(given, { parameter: 'media_key', types: ['VIDEO'] }, scope);
  if (video !== null && video['aspect_ratio'] !== '16:9') {
    throw invalidMedia('The video must be 16:9', 'media_key', given['media_key']);
  }
  givenMedia(given, { parameter: 'poster_media_key', types: ['IMAGE'] }, scope);
  givenMedia(given, { parameter: 'unlocked_image_media_key', types: ['IMAGE'] }, scope);
  givenMedia(given, { parameter: 'unlocked_video_media_key', types: ['VIDEO'] }, scope);
};

const videoColumns = ({ after, given }: WrittenRow, scope: Scope): Values => {
  if (given['media_key'] === undefined) return {};
  const video = mediumAt(after['media_key'], scope);
  const [width, height] = video === undefined ? [] : String(video['aspect_ratio']).split(':');
  return { media_url: video?.['media_url'], video_width: width, video_height: height };
};

// Responses never show the key of a poster, so it is stored as a row of this name.
const posters = 'VideoConversationPoster';

const posterColumns = ({ after, given }: WrittenRow, scope: Scope): Values => {
  const { media_key: video, poster_media_key: poster } = given;
  if (video === undefined && poster === undefined) return {};
  const stored = scope.store.find(posters, scope.accountId, String(after['id']));
  const explicit = mediumAt(poster === undefined ? stored?.['media_key'] : poster, scope);
  const own = mediumAt(after['media_key'], scope)?.['poster_media_url'];
  return { poster_media_url: explicit?.['media_url'] ?? own ?? undefined };
};

const storePoster = ({ after, given }: WrittenRow, { store, accountId }: Scope): void => {
  const { poster_media_key: poster } = given;
  if (poster !== undefined)
    store.insert(posters, accountId, { id: after['id'], media_key: poster });
};

const deriveOnce = (_made: WrittenRow, scope: Scope): Values => ({
  card_uri: cardUri(scope),
  card_type: 'VIDEO_CONVERSATION',
  video_owner_id: scope.user?.userId,
});

const derive = (change: WrittenRow, scope: Scope): Values => ({
  ...withoutNulls(change.after),
  ...videoColumns(change, scope),
  ...posterColumns(change, scope),
  ...coverColumns(change, scope),
});

export const rules: Readonly<Record<string, EntityRules>> = {
  VideoConversationCard: { creating, changing, deriveOnce, derive, afterwards: storePoster },
};

export const handlers: Readonly<Record<string, Handler>> = {
  deleteVideoConversationCard: removeCard,
};
