import { get, group, post } from '../language/endpoint.ts';
import { entity, oneOf } from '../language/entity.ts';
import { bytes, choices, ids, int, json, required, shape, text } from '../language/params.ts';
import { maxWhen, onlyWhen } from '../language/rules.ts';

const mebibyte = 1024 * 1024;

const mediaCategory = choices(
  'MediaCategory',
  'What media is uploaded for: `media_category` of the REST API',
  {
    AMPLIFY_VIDEO:
      'A video to promote: MOV, MP4, MPEG-TS or WebM, at most 512 MiB and 10 minutes. X documents 500 MB on one page and 512 on another',
    TWEET_GIF: 'An animated GIF, at most 15 MiB',
    TWEET_IMAGE: 'An image: BMP, JPEG, PNG, TIFF or WebP, at most 5 MiB; cards take up to 3 MB',
    TWEET_VIDEO:
      'A video of a post: MOV, MP4, MPEG-TS or WebM, at most 512 MiB, 0.5 to 140 seconds',
  },
  { written: 'lowerCase' },
);

const maxBytes = {
  TWEET_IMAGE: 5 * mebibyte,
  TWEET_GIF: 15 * mebibyte,
  TWEET_VIDEO: 512 * mebibyte,
  AMPLIFY_VIDEO: 512 * mebibyte,
} as const;

const images = [
  'image/bmp',
  'image/jpeg',
  'image/pjpeg',
  'image/png',
  'image/tiff',
  'image/webp',
] as const;
const animations = ['image/gif'] as const;
const videos = ['video/mp2t', 'video/mp4', 'video/quicktime', 'video/webm'] as const;

/** The maximum number of segments of a file. */
const MAX_SEGMENTS = 1000;

/** The size of every segment except the last. */
export const SEGMENT_BYTES = 2 * mebibyte;

const processing = shape('MediaProcessing', 'How far the API has processed a file', {
  state: text('pending, in_progress, succeeded or failed'),
  check_after_secs: int('Seconds to wait before asking for it again'),
  progress_percent: int('The part that is done'),
  error: json('Why it failed'),
});

const mediaUpload = entity(
  'MediaUpload',
  'A file on its way to the API.',
  {
    id: text('Its media id'),
    media_key: text('Its media key'),
    expires_after_secs: int('Seconds for which it is kept'),
    expires_at: int('The same as a time, in seconds since 1970'),
    size: int('Its bytes'),
    processing_info: processing,
    image: json('Width, height and type of an image'),
    video: json('Type of a video'),
  },
  { key: null, inAccount: false },
);

const host = { host: 'platform', version: '2', returns: oneOf(mediaUpload) } as const;

export const mediaUploads = group({
  stageMedia: post('media/upload/initialize', {
    doc: 'Begins the upload of a file. Send its bytes to `upload.url`, wait until `stagedMedia` says that it is READY, then add it with `addMediaLibraryItem`',
    ...host,
    body: 'json',
    params: {
      media_category: required(mediaCategory.any('What it is uploaded for')),
      media_type: required(
        text('The type of its content: its MIME type', {
          oneOf: [...images, ...animations, ...videos],
        }),
      ),
      total_bytes: required(int('Its size in bytes', { min: 1, max: maxBytes.AMPLIFY_VIDEO })),
      additional_owners: ids(
        'Other users who may use it, such as the user in whose name a post with it is made',
        { as: 'user_id', max: 100 },
      ),
    },
    rules: [
      onlyWhen('media_type', 'media_category', ['TWEET_IMAGE'], { values: images }),
      onlyWhen('media_type', 'media_category', ['TWEET_GIF'], { values: animations }),
      onlyWhen('media_type', 'media_category', ['TWEET_VIDEO', 'AMPLIFY_VIDEO'], {
        values: videos,
      }),
      maxWhen('total_bytes', 'media_category', maxBytes),
    ],
  }),
  appendMedia: post('media/upload/{media_id}/append', {
    doc: 'Sends a segment of a file',
    ...host,
    body: 'multipart',
    quirks: { isRepeatable: true, isSilent: true },
    params: {
      segment_index: required(int('Its place in the file', { min: 0, max: MAX_SEGMENTS - 1 })),
      media: required(bytes('Its bytes', { max: 5 * mebibyte })),
    },
  }),
  finalizeMedia: post('media/upload/{media_id}/finalize', {
    doc: 'Ends the upload of a file whose segments have all been sent',
    ...host,
  }),
  getStagedMedia: get('media/upload', {
    doc: 'How far the API has processed a file',
    ...host,
    params: {
      command: required(text('What is asked for', { oneOf: ['STATUS'] })),
      media_id: required(text('The file', { min: 1, max: 19 })),
    },
  }),
});
