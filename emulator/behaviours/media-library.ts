import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { isReady, type MediaUpload } from '../media-uploads.ts';
import { sizeOf } from '../picture.ts';
import { isLive, requireRow } from '../read.ts';
import { invalid, notFound, refusal } from '../refusal.ts';
import type { EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import { fileUrl } from '../seed/media.ts';
import type { StoredRow } from '../store.ts';
import { create, update } from '../write.ts';

/** The id of a piece of media: the part of its key after the underscore. */
export const mediaIdOf = (key: unknown): string => String(key).replace(/^.*_/, '');

/** The media with this key. Throws a 404 if the library of the account does not have it. */
export const requireMedia = (key: unknown, parameter: string, scope: Scope): StoredRow =>
  requireRow(scope, { entity: 'MediaLibraryItem', parameter }, key);

/** The same. Throws a 400 for media of another type. */
export const requireType = (
  key: unknown,
  { parameter, types }: { readonly parameter: string; readonly types: readonly string[] },
  scope: Scope,
): StoredRow => {
  const row = requireMedia(key, parameter, scope);
  if (types.includes(String(row['media_type']))) return row;
  throw invalidMedia(`${key} is not one of ${types.join(', ')}`, parameter, key);
};

/** The same for the media key in a parameter; null if none is given. */
export const givenMedia = (
  given: Values,
  { parameter, types }: { readonly parameter: string; readonly types: readonly string[] },
  scope: Scope,
): StoredRow | null => {
  const key = given[parameter];
  return typeof key === 'string' ? requireType(key, { parameter, types }, scope) : null;
};

/** The 400 for existing media that cannot be used here. */
export const invalidMedia = (message: string, parameter: string, key: unknown) =>
  refusal(400, 'INVALID_MEDIA', message, { parameter, value: String(key) });

const ofVideos = ['title', 'description', 'poster_media_key'] as const;

const checkNamed = ({ after, given }: WrittenRow, scope: Scope): void => {
  const wrong = ofVideos.find((name) => given[name] !== undefined);
  if (wrong !== undefined && after['media_type'] !== 'VIDEO') {
    throw invalid(wrong, `${wrong} is for videos only`);
  }
  givenMedia(given, { parameter: 'poster_media_key', types: ['IMAGE'] }, scope);
};

const derive = ({ given }: WrittenRow, scope: Scope): Values => {
  const poster = given['poster_media_key'];
  if (poster === undefined) return {};
  const image = scope.store.find('MediaLibraryItem', scope.accountId, String(poster));
  return { poster_media_url: image?.['media_url'] ?? null };
};

const typeOf = ({ type }: MediaUpload): string => {
  if (type === 'image/gif') return 'GIF';
  return type.startsWith('video/') ? 'VIDEO' : 'IMAGE';
};

/** The library's row of an uploaded file. Length and shape of a video are invented. */
const uploadedOf = (given: Values, { uploads }: Scope): Values => {
  const upload = uploads.byKey(String(given['media_key']));
  if (upload === undefined) return {};
  const media_type = typeOf(upload);
  const url = fileUrl(upload.mediaKey);
  const { width, height } = sizeOf(upload.type, upload.content) ?? { width: 1280, height: 720 };
  return {
    media_url: url,
    media_category: upload.category,
    media_type,
    media_status: 'TRANSCODE_COMPLETED',
    tweeted: false,
    width,
    height,
    ...(media_type === 'VIDEO' && {
      aspect_ratio: '16:9',
      duration: 30_000,
      poster_media_url: `${url}/poster`,
    }),
  };
};

/** A video of this category becomes account media by itself. */
const addPreroll = ({ after }: WrittenRow, { store, accountId, newId }: Scope): void => {
  if (after['media_category'] !== 'AMPLIFY_VIDEO') return;
  store.insert('AccountMedia', accountId, {
    id: newId('AccountMedia'),
    created_at: after['created_at'],
    updated_at: after['updated_at'],
    deleted: false,
    video_id: after['media_key'],
    media_url: null,
    creative_type: 'PREROLL',
  });
};

/** Adds an uploaded file to the library, or renames one that is already there. */
const addMediaLibraryItem: Handler = (scope) => {
  const { input, uploads, user, store, accountId, now } = scope;
  const key = String(input['media_key']);
  const known = store.find('MediaLibraryItem', accountId, key);
  if (isLive(known)) {
    const path = 'accounts/{account_id}/media_library/{media_key}';
    return update({ ...scope, endpoint: { ...scope.endpoint, path } });
  }
  const upload = uploads.byKey(key);
  if (upload === undefined || !upload.owners.includes(String(user?.userId))) {
    throw notFound('MediaLibraryItem', 'media_key', key);
  }
  if (!isReady(upload, now())) {
    throw invalidMedia(`The media ${key} is not processed`, 'media_key', key);
  }
  return create(scope);
};

export const handlers: Readonly<Record<string, Handler>> = { addMediaLibraryItem };

export const rules: Readonly<Record<string, EntityRules>> = {
  MediaLibraryItem: {
    defaults: uploadedOf,
    creating: checkNamed,
    changing: checkNamed,
    derive,
    afterCreating: addPreroll,
    // Width and height are only for checks: responses do not have them.
    shows: ({ width: _width, height: _height, ...row }) => ({
      ...row,
      media_id: mediaIdOf(row['media_key']),
    }),
  },
};
