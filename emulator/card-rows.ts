import type { Values } from '../src/upstream/catalogue/language/values.ts';
import type { StoredRow } from './store.ts';

/** Finds a row of the media library by its media key. */
export type FindMedia = (key: string) => StoredRow | undefined;

const listed = (value: unknown): readonly Values[] =>
  Array.isArray(value) ? (value as readonly Values[]) : [];

/** The media keys in components, in order. */
export const mediaKeysIn = (components: unknown): readonly string[] =>
  listed(components).flatMap(({ media_key: key, media_keys: keys }) =>
    key === undefined ? listed(keys).map(String) : [String(key)],
  );

const kindOf = (keys: readonly string[], media: FindMedia): 'IMAGE' | 'VIDEO' | 'MIXED_MEDIA' => {
  const types = new Set(keys.map((key) => media(key)?.['media_type']));
  if (types.size > 1) return 'MIXED_MEDIA';
  return types.has('VIDEO') ? 'VIDEO' : 'IMAGE';
};

/** The `card_type` of a card with these components, as in VIDEO_CAROUSEL_APP. */
export const componentsType = (components: unknown, media: FindMedia): string => {
  const kind = kindOf(mediaKeysIn(components), media);
  const types = listed(components).map(({ type }) => type);
  const target = types.includes('BUTTON') ? 'APP' : 'WEBSITE';
  if (!types.includes('SWIPEABLE_MEDIA')) return `${kind}_${target}`;
  return kind === 'MIXED_MEDIA'
    ? `MIXED_MEDIA_SINGLE_DEST_CAROUSEL_${target}`
    : `${kind}_CAROUSEL_${target}`;
};

/**
 * The `card_type` of a card with these slides; null unless every slide is one MEDIA with one
 * DETAILS.
 */
export const slidesType = (slides: unknown, media: FindMedia): string | null => {
  const each = listed(slides) as unknown as readonly unknown[];
  const fits = each.every((slide) => {
    const types = listed(slide).map(({ type }) => type);
    return types.includes('MEDIA') && types.includes('DETAILS');
  });
  return fits ? `${kindOf(each.flatMap(mediaKeysIn), media)}_MULTI_DEST_CAROUSEL_WEBSITE` : null;
};

const metadataOf = (row: StoredRow | undefined): Values => ({
  type: row?.['media_type'],
  url: row?.['media_url'],
  width: row?.['width'],
  height: row?.['height'],
  ...(row?.['media_type'] === 'VIDEO' && {
    video_duration: row['duration'],
    video_aspect_ratio: row['aspect_ratio'],
  }),
});

/** Components with the `media_metadata` that responses add. */
export const withMetadata = (components: unknown, media: FindMedia): readonly Values[] =>
  listed(components).map((component) => {
    const keys = mediaKeysIn([component]);
    if (keys.length === 0) return component;
    const metadata = keys.map((key) => [key, metadataOf(media(key))] as const);
    return { ...component, media_metadata: Object.fromEntries(metadata) };
  });

/** The URL of the image of a card with one; undefined for any other card. */
export const imageOf = (components: unknown, media: FindMedia): unknown => {
  const [key, ...others] = mediaKeysIn(components);
  const medium = key === undefined || others.length > 0 ? undefined : media(key);
  return medium?.['media_type'] === 'IMAGE' ? medium['media_url'] : undefined;
};
