import { del, group, put } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import { flag, id, int, text, time } from '../language/params.ts';
import { oneOf } from '../language/returns.ts';

export const mediaLibraryItem = entity(
  'MediaLibraryItem',
  'An image, an animated GIF or a video in the media library of an account.',
  {
    media_key: id('Its key, which posts and cards use to show it'),
    created_at: time('When it was created'),
    updated_at: time('When it last changed'),
    deleted: flag('Whether it was deleted'),
    name: text('Its label in the library; null where none was set'),
    file_name: text('Name of the file; null where none was set'),
    title: text('Title of a video; shown nowhere by default'),
    description: text('Description of a video; shown nowhere by default'),
    poster_media_key: id('The image that stands for a video before it plays'),
    poster_media_url: text('Where that image is'),
    media_url: text('Where the media is'),
    media_category: text('What it was uploaded for, as in TWEET_VIDEO; the list may grow'),
    media_type: text('IMAGE, GIF or VIDEO; the list may grow'),
    media_status: text('State of its processing, as in TRANSCODE_COMPLETED; the list may grow'),
    aspect_ratio: text('Width to height, as in 16:9'),
    duration: int('Length of a video in milliseconds'),
    tweeted: flag('Whether a post has shown it'),
  },
  { key: 'media_key' },
);

export const mediaLibrary = group({
  updateMediaLibraryItem: put('accounts/{account_id}/media_library/{media_key}', {
    doc: 'Changes what the media library says about a piece of media; what is left out stays',
    params: {
      name: text('Its label in the library', { max: 100 }),
      file_name: text('Name of the file', { max: 255 }),
      title: text('Title; of videos only', { max: 70 }),
      description: text('Description; of videos only', { max: 200 }),
      poster_media_key: id('An uploaded image to show before it plays; of videos only'),
    },
    returns: oneOf(mediaLibraryItem),
  }),
  deleteMediaLibraryItem: del('accounts/{account_id}/media_library/{media_key}', {
    doc: 'Deletes a piece of media from the library, softly',
    returns: oneOf(mediaLibraryItem),
  }),
});
