import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { withEnvelope } from '../read.ts';
import { missing } from '../refusal.ts';
import type { Handler, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { remove } from '../write.ts';

const isSet = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

const requireNamed = ({ after }: WrittenRow, needed: readonly string[]): void => {
  const absent = needed.find((name) => !isSet(after[name]));
  if (absent !== undefined) throw missing(absent);
};

/** Throws if a new conversation card lacks a required column. */
export const requireComponentsOfNew = (made: WrittenRow): void =>
  requireNamed(made, ['name', 'first_cta', 'thank_you_text', 'media_key']);

/** Throws if a conversation card, new or changed, lacks a column that it always needs. */
export const requireComponents = (change: WrittenRow): void => {
  requireNamed(change, ['name']);
  const { after } = change;
  if (!isSet(after['title']) && !isSet(after['second_cta'])) throw missing('title');
  const incomplete = ['first_cta', 'second_cta', 'third_cta', 'fourth_cta'].find(
    (name) => isSet(after[name]) && !isSet(after[`${name}_tweet`]),
  );
  if (incomplete !== undefined) throw missing(`${incomplete}_tweet`);
};

/** The media of a key; undefined if there is none. */
export const mediumAt = (key: unknown, { store, accountId }: Scope): StoredRow | undefined =>
  typeof key === 'string' ? store.find('MediaLibraryItem', accountId, key) : undefined;

/** The columns that show the image that a post unlocks. */
export const coverColumns = ({ given }: WrittenRow, scope: Scope): Values => {
  if (given['unlocked_image_media_key'] === undefined) return {};
  const image = mediumAt(given['unlocked_image_media_key'], scope);
  return {
    cover_image_url: image?.['media_url'],
    cover_image_display_width: image && String(image['width']),
    cover_image_display_height: image && String(image['height']),
  };
};

const lastColumns = ['name', 'id', 'created_at', 'updated_at', 'deleted', 'card_type'];

/** Deletes a conversation card. The response has little more than its name and ids. */
export const removeCard: Handler = withEnvelope(remove, (envelope) => {
  const shown = Object.entries(envelope.data as StoredRow);
  const last = shown.filter(([column]) => lastColumns.includes(column));
  return { ...envelope, data: Object.fromEntries(last) };
});
