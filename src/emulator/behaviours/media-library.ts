import { requireRow } from '../read.ts';
import { invalid, refusal } from '../refusal.ts';
import type { Change, EntityRules, Scope, Values } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** The medium behind a key; refuses keys that are not in the media library of the account. */
export const requireMedia = (key: unknown, parameter: string, scope: Scope): StoredRow =>
  requireRow(scope, { entity: 'MediaLibraryItem', parameter }, key);

/** The same; refuses media of other types as well. */
export const requireType = (
  key: unknown,
  { parameter, types }: { readonly parameter: string; readonly types: readonly string[] },
  scope: Scope,
): StoredRow => {
  const row = requireMedia(key, parameter, scope);
  if (types.includes(String(row['media_type']))) return row;
  throw invalidMedia(`${key} is not one of ${types.join(', ')}`, parameter, key);
};

/** The refusal of a medium that exists and does not fit. */
export const invalidMedia = (message: string, parameter: string, key: unknown) =>
  refusal(400, 'INVALID_MEDIA', message, { parameter, value: String(key) });

const ofVideos = ['title', 'description', 'poster_media_key'] as const;

const check = ({ after, given }: Change, scope: Scope): void => {
  const wrong = ofVideos.find((name) => given[name] !== undefined);
  if (wrong !== undefined && after['media_type'] !== 'VIDEO') {
    throw invalid(wrong, `${wrong} is for videos only`);
  }
  const poster = given['poster_media_key'];
  if (typeof poster === 'string') {
    requireType(poster, { parameter: 'poster_media_key', types: ['IMAGE'] }, scope);
  }
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
    // The store knows the size of every medium; answers do not show it.
    shows: ({ width: _width, height: _height, ...row }) => row,
  },
};
