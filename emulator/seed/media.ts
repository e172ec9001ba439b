import { hourMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Rows, StoredRow } from '../store.ts';
import { type Advertiser, advertisers } from './accounts.ts';
import { seedId } from './campaigns.ts';

const begins = Date.parse('2025-03-03T10:00:00Z');

/** The dates of a creative. Each creative was made seven hours after the previous one. */
export const made = (index: number) => ({
  created_at: iso(begins + index * 7 * hourMs),
  updated_at: iso(begins + index * 7 * hourMs),
  deleted: false,
});

/**
 * An id of 19 digits, as for media and cards: a prefix for the entity, three digits of the user's
 * id, and a number.
 */
export const digits = ({ userId }: Advertiser, prefix: string, index: number): string =>
  `${prefix}${userId.slice(-3)}${String(index * 2_097_169 + 11).padStart(14, '0')}`;

interface Medium {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/**
 * A placeholder in rows for the emulator's address. Responses have the one that the caller used.
 */
export const ownAddress = 'http://emulator.invalid';

/** The URL of a file of the emulator. */
export const fileUrl = (mediaKey: string): string => `${ownAddress}/__emulator/media/${mediaKey}`;

const images: readonly Medium[] = [
  { file: 'landscape.png', width: 1200, height: 628 },
  { file: 'detail.png', width: 1200, height: 628 },
  { file: 'square.jpg', width: 1080, height: 1080 },
  { file: 'thumbnail.png', width: 640, height: 335 },
];

const imagesOf = (advertiser: Advertiser): readonly StoredRow[] =>
  images.map(({ file, width, height }, index) => {
    const media_key = `3_${digits(advertiser, '12', index)}`;
    return {
      ...made(index),
      media_key,
      name: `${advertiser.products[index % advertiser.products.length]}, ${file.split('.')[0]}`,
      file_name: file,
      media_url: fileUrl(media_key),
      media_category: 'TWEET_IMAGE',
      media_type: 'IMAGE',
      media_status: 'TRANSCODE_COMPLETED',
      tweeted: index % 2 === 0,
      width,
      height,
    };
  });

const videos: readonly (Medium & { readonly ratio: string; readonly seconds: number })[] = [
  { file: 'spot.mp4', width: 1280, height: 720, ratio: '16:9', seconds: 30 },
  { file: 'teaser.mp4', width: 1280, height: 720, ratio: '16:9', seconds: 6 },
  { file: 'upright.mp4', width: 720, height: 1280, ratio: '9:16', seconds: 15 },
];

const videosOf = (advertiser: Advertiser, poster: StoredRow | undefined): readonly StoredRow[] =>
  videos.map(({ file, width, height, ratio, seconds }, index) => {
    const media_key = `13_${digits(advertiser, '13', index)}`;
    return {
      ...made(index + 10),
      media_key,
      name: null,
      file_name: file,
      title: `${advertiser.products[0]} in ${seconds} seconds`,
      description: '',
      poster_media_key: poster?.['media_key'],
      poster_media_url: poster?.['media_url'],
      media_url: fileUrl(media_key),
      media_category: 'AMPLIFY_VIDEO',
      media_type: 'VIDEO',
      media_status: 'TRANSCODE_COMPLETED',
      aspect_ratio: ratio,
      duration: seconds * 1000,
      tweeted: index === 0,
      width,
      height,
    };
  });

const animationOf = (advertiser: Advertiser): StoredRow => {
  const media_key = `16_${digits(advertiser, '14', 0)}`;
  return {
    ...made(20),
    media_key,
    name: 'Looping logo',
    file_name: 'logo.gif',
    media_url: fileUrl(media_key),
    media_category: 'TWEET_GIF',
    media_type: 'GIF',
    media_status: 'TRANSCODE_COMPLETED',
    aspect_ratio: '1:1',
    duration: null,
    tweeted: false,
    width: 480,
    height: 480,
  };
};

const creativeTypes = [
  'PREROLL',
  'BANNER',
  'MEDIUM_RECTANGLE',
  'INTERSTITIAL',
  'VAST_PREROLL',
  'BANNER_TABLET',
  'INTERSTITIAL_LANDSCAPE',
  'INTERSTITIAL_TABLET',
  'INTERSTITIAL_LANDSCAPE_TABLET',
  'BANNER',
];

const accountMediaOf = (
  advertiser: Advertiser,
  { image, video }: Readonly<Record<'image' | 'video', StoredRow | undefined>>,
): readonly StoredRow[] =>
  creativeTypes.map((type, index) => ({
    id: seedId(advertiser, 'a', index),
    ...made(index + 30),
    // The last one is deleted.
    deleted: index === creativeTypes.length - 1,
    video_id: type.includes('PREROLL') ? video?.['media_key'] : null,
    media_url: type.includes('PREROLL') ? null : image?.['media_url'],
    creative_type: type,
  }));

const libraryOf = (advertiser: Advertiser) => {
  const pictures = imagesOf(advertiser);
  return { pictures, films: videosOf(advertiser, pictures[0]), animation: animationOf(advertiser) };
};

/** The rows of all media libraries, by the key of the medium. */
export const seededMedia: ReadonlyMap<unknown, StoredRow> = new Map(
  advertisers
    .map(libraryOf)
    .flatMap(({ pictures, films, animation }) => [...pictures, ...films, animation])
    .map((row) => [row['media_key'], row]),
);

/** The media library of an account, and the account media made from it. */
export const mediaOf = (advertiser: Advertiser): Rows => {
  if (advertiser.products.length === 0) return {};
  const { pictures, films, animation } = libraryOf(advertiser);
  return {
    MediaLibraryItem: [...pictures, ...films, animation],
    AccountMedia: accountMediaOf(advertiser, { image: pictures[0], video: films[0] }),
  };
};
