import type { StoredRow } from './store.ts';

/**
 * The columns in which a card shows a piece of media. Numbers are written as text, as the API does.
 */
export const shownMedium = (medium: StoredRow): StoredRow => {
  const [width, height] = String(medium['aspect_ratio'] ?? '').split(':');
  return medium['media_type'] === 'VIDEO'
    ? {
        media_url: medium['media_url'],
        poster_media_url: medium['poster_media_url'],
        video_url: medium['media_url'],
        video_hls_url: `${medium['media_url']}.m3u8`,
        video_width: width,
        video_height: height,
        video_poster_url: medium['poster_media_url'],
        video_poster_width: width,
        video_poster_height: height,
        content_duration_seconds: String(Math.round(Number(medium['duration']) / 1000)),
      }
    : {
        image: medium['media_url'],
        media_url: medium['media_url'],
        image_display_width: String(medium['width']),
        image_display_height: String(medium['height']),
      };
};
