import { withEnvelope } from '../read.ts';
import { missing } from '../refusal.ts';
import type { Change, EntityRules, Handler, Scope, Values } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { remove } from '../write.ts';
import { givenMedia, invalidMedia } from './media-library.ts';
import { cardUri, withoutNulls } from './poll-cards.ts';

const isSet = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

// The documents do not list required parameters; these are the ones of their example, and a card needs a video.
const requireWhole = ({ before, after }: Change): void => {
  const needed = before === null ? ['name', 'media_key'] : ['name'];
  const absent = needed.find((name) => !isSet(after[name]));
  if (absent !== undefined) throw missing(absent);
  if (!isSet(after['title']) && !isSet(after['second_cta'])) throw missing('title');
};

const check = (change: Change, scope: Scope): void => {
  const { after, given } = change;
  requireWhole(change);
  const bare = ['first_cta', 'second_cta', 'third_cta', 'fourth_cta'].find(
    (name) => isSet(after[name]) && !isSet(after[`${name}_tweet`]),
  );
  if (bare !== undefined) throw missing(`${bare}_tweet`);
  const video = givenMedia(given, { parameter: 'media_key', types: ['VIDEO'] }, scope);
  if (video !== null && video['aspect_ratio'] !== '16:9') {
    throw invalidMedia('The video is not 16:9', 'media_key', given['media_key']);
  }
  givenMedia(given, { parameter: 'poster_media_key', types: ['IMAGE'] }, scope);
  givenMedia(given, { parameter: 'unlocked_image_media_key', types: ['IMAGE'] }, scope);
  givenMedia(given, { parameter: 'unlocked_video_media_key', types: ['VIDEO'] }, scope);
};

const mediumAt = (key: unknown, { store, accountId }: Scope): StoredRow | undefined =>
  typeof key === 'string' ? store.find('MediaLibraryItem', accountId, key) : undefined;

const videoColumns = ({ after, given }: Change, scope: Scope): Values => {
  if (given['media_key'] === undefined) return {};
  const video = mediumAt(after['media_key'], scope);
  const [width, height] = video === undefined ? [] : String(video['aspect_ratio']).split(':');
  return { media_url: video?.['media_url'], video_width: width, video_height: height };
};

// Answers never show the key of a poster, so it is stored as a row of this name.
const posters = 'VideoConversationPoster';

const posterColumns = ({ after, given }: Change, scope: Scope): Values => {
  const { media_key: video, poster_media_key: poster } = given;
  if (video === undefined && poster === undefined) return {};
  const kept = scope.store.find(posters, scope.accountId, String(after['id']));
  const explicit = mediumAt(poster === undefined ? kept?.['media_key'] : poster, scope);
  const own = mediumAt(after['media_key'], scope)?.['poster_media_url'];
  return { poster_media_url: explicit?.['media_url'] ?? own ?? undefined };
};

const keepPoster = ({ after, given }: Change, { store, accountId }: Scope): void => {
  const { poster_media_key: poster } = given;
  if (poster !== undefined)
    store.insert(posters, accountId, { id: after['id'], media_key: poster });
};

const coverColumns = ({ given }: Change, scope: Scope): Values => {
  if (given['unlocked_image_media_key'] === undefined) return {};
  const image = mediumAt(given['unlocked_image_media_key'], scope);
  return {
    cover_image_url: image?.['media_url'],
    cover_image_display_width: image && String(image['width']),
    cover_image_display_height: image && String(image['height']),
  };
};

const derive = (change: Change, scope: Scope): Values => ({
  ...withoutNulls(change.after),
  ...(change.before === null && {
    card_uri: cardUri(scope),
    card_type: 'VIDEO_CONVERSATION',
    video_owner_id: scope.user?.userId,
  }),
  ...videoColumns(change, scope),
  ...posterColumns(change, scope),
  ...coverColumns(change, scope),
});

export const rules: Readonly<Record<string, EntityRules>> = {
  VideoConversationCard: { check, derive, afterwards: keepPoster },
};

const lastColumns = ['name', 'id', 'created_at', 'updated_at', 'deleted', 'card_type'];

const deleteVideoConversationCard = withEnvelope(remove, (envelope) => {
  const shown = Object.entries(envelope.data as StoredRow);
  const last = shown.filter(([column]) => lastColumns.includes(column));
  return { ...envelope, data: Object.fromEntries(last) };
});

export const handlers: Readonly<Record<string, Handler>> = { deleteVideoConversationCard };
