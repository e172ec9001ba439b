import { requireRow } from '../read.ts';
import { invalid, refusal } from '../refusal.ts';
import type { Change, EntityRules, Scope, Values } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** The media with this key. Throws a 404 where the library of the account does not have it. */
export const requireMedia = (key: unknown, parameter: string, scope: Scope): StoredRow =>
  requireRow(scope, { entity: 'MediaLibraryItem', parameter }, key);

/** The same; throws a 400 where the media is of another type. */
export const requireType = (
  key: unknown,
  { parameter, types }: { readonly parameter: string; readonly types: readonly string[] },
  scope: Scope,
): StoredRow => {
  const row = requireMedia(key, parameter, scope);
  if (types.includes(String(row['media_type']))) return row;
  throw invalidMedia(`${key} is not one of ${types.join(', ')}`, parameter, key);
};

/** The same for the media key in a parameter; null where none is given. */
export const givenMedia = (
  given: Values,
  { parameter, types }: { readonly parameter: string; readonly types: readonly string[] },
  scope: Scope,
): StoredRow | null => {
  const key = given[parameter];
  return typeof key === 'string' ? requireType(key, { parameter, types }, scope) : null;
};

/** The 400 for media that exists and cannot be used here. */
export const invalidMedia = (message: string, parameter: string, key: unknown) =>
  refusal(400, 'INVALID_MEDIA', message, { parameter, value: String(key) });

const ofVideos = ['title', 'description', 'poster_media_key'] as const;

const check = ({ after, given }: Change, scope: Scope): void => {
  const wrong = ofVideos.find((name) => given[name] !== undefined);
  if (wrong !== undefined && after['media_type'] !== 'VIDEO') {
    throw invalid(wrong, `${wrong} is for videos only`);
  }
  givenMedia(given, { parameter: 'poster_media_key', types: ['IMAGE'] }, scope);
};

const derive = ({ given }: Change, scope: Scope): Values => {
  const poster = given['poster_media_key'];
  if (poster === undefined) return {};
  const image = scope.store.find('MediaLibraryItem', scope.accountId, String(poster));
  return { poster_media_url: image?.['media_url'] ?? null };
};

export const rules: Readonly<Record<string, EntityRules>> = {
  MediaLibraryItem: {
    check,
    derive,
    // Width and height are for checks only: answers do not have them.
    shows: ({ width: _width, height: _height, ...row }) => row,
  },
};
