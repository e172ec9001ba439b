import { collection, group } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import { paged } from '../language/lists.ts';
import { choices, flag, id, int, required, text, time } from '../language/params.ts';

export const mediaLibraryItem = entity(
  'MediaLibraryItem',
  'An image, an animated GIF or a video in the media library of an account.',
  {
    media_key: id('Media key, with which posts and cards refer to it'),
    media_id: id('Media id: the media key without the number before its underscore'),
    created_at: time('When it was created'),
    updated_at: time('When it last changed'),
    deleted: flag('Whether it was deleted'),
    name: text('Name of the media in the library; null if none was set'),
    file_name: text('Name of the file; null if none was set'),
    title: text('Title of a video; shown nowhere by default'),
    description: text('Description of a video; shown nowhere by default'),
    poster_media_key: id('The preview image of a video'),
    poster_media_url: text('URL of the preview image of a video'),
    media_url: text('URL of the media'),
    media_category: text('What it was uploaded for, such as TWEET_VIDEO; the API may add values'),
    media_type: text('IMAGE, GIF or VIDEO; the API may add values'),
    media_status: text(
      'State of its processing, such as TRANSCODE_COMPLETED; the API may add values',
    ),
    aspect_ratio: text('Width to height, such as 16:9'),
    duration: int('Length of a video in milliseconds'),
    tweeted: flag('Whether it has been used in a post'),
  },
  { key: 'media_key' },
);

const mediaType = choices('MediaType', 'The kinds of media: `media_type` of the REST API', {
  GIF: 'An animated GIF',
  IMAGE: 'An image',
  VIDEO: 'A video',
});

const named = {
  name: text('Name of the media in the library', { max: 100 }),
  file_name: text('Name of the file', { max: 255 }),
  title: text('Title; for videos only', { max: 70 }),
  description: text('Description; for videos only', { max: 200 }),
  poster_media_key: id('The image to show before a video plays; for videos only'),
} as const;

const ofMediaLibraryItem = collection(
  'accounts/{account_id}/media_library/{media_key}',
  mediaLibraryItem,
);

export const mediaLibrary = group({
  listMediaLibrary: ofMediaLibraryItem.list({
    doc: 'The media library of an account',
    params: {
      media_type: mediaType.of('media_type', 'Only media of this kind'),
      q: text(
        'Only media with all of these words in its name, title, file name or description, ignoring case',
        { min: 1, max: 255, words: ['name', 'title', 'file_name', 'description'] },
      ),
      ...paged({ max: 50, defaultCount: 20 }),
    },
  }),
  getMediaLibraryItem: ofMediaLibraryItem.item({ doc: 'One piece of media of the library' }),
  addMediaLibraryItem: ofMediaLibraryItem.create({
    doc: 'Adds uploaded media to the media library of an account; a video of category AMPLIFY_VIDEO also becomes account media of type PREROLL',
    params: {
      media_key: required(id('The media key that `stageMedia` returned')),
      ...named,
    },
  }),
  updateMediaLibraryItem: ofMediaLibraryItem.update({
    doc: 'Changes the names, texts and preview image of a piece of media; parameters that are left out keep their values',
    params: named,
  }),
  deleteMediaLibraryItem: ofMediaLibraryItem.delete({
    doc: 'Deletes a piece of media from the library; its row stays, marked as deleted',
  }),
});
