import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import type { EmulatorResponse } from '../envelope.ts';
import type { MediaUpload } from '../media-uploads.ts';
import { sizeOf } from '../picture.ts';
import { refusal } from '../refusal.ts';
import type { Handler, Scope } from '../scope.ts';

const expirySeconds = 86_400;

const responseOf = (data: Values, status = 200): EmulatorResponse => ({
  status,
  envelope: { data },
  omits: [],
});

const stageMedia: Handler = ({ input, user, uploads }) => {
  const others = (input['additional_owners'] ?? []) as readonly string[];
  const { id, mediaKey } = uploads.begin({
    owners: [String(user?.userId), ...others],
    category: String(input['media_category']),
    type: String(input['media_type']),
    totalBytes: Number(input['total_bytes']),
  });
  return responseOf({ id, media_key: mediaKey, expires_after_secs: expirySeconds });
};

/** The upload of a request. It belongs to the signer of the request. */
const own = ({ uploads, user }: Scope, id: unknown): MediaUpload => {
  const upload = uploads.byId(String(id));
  if (upload?.owners[0] === user?.userId && upload !== undefined) return upload;
  throw refusal(404, 'NOT_FOUND', `The media ${id} does not exist or is not yours`);
};

const appendMedia: Handler = (scope) => {
  const { input } = scope;
  const upload = own(scope, input['media_id']);
  if (upload.endedAt !== null) throw refusal(400, 'INVALID', 'The upload has been finalized');
  upload.segments.set(Number(input['segment_index']), input['media'] as Buffer);
  return responseOf({ expires_at: Math.floor(upload.beganAt / 1000) + expirySeconds });
};

const finalizeMedia: Handler = (scope) => {
  const { input, uploads, settings, now } = scope;
  const upload = own(scope, input['media_id']);
  if (upload.endedAt !== null) throw refusal(400, 'INVALID', 'The upload has been finalized');
  if (!uploads.end(upload)) {
    const message = `The segments do not make a file of ${upload.totalBytes} bytes`;
    throw refusal(400, 'INVALID', message);
  }
  if (!isVideo(upload) && sizeOf(upload.type, upload.content) === null) {
    throw refusal(400, 'INVALID', `The file is not of the type ${upload.type}`);
  }
  const isWaited = isVideo(upload) || upload.category === 'TWEET_GIF';
  upload.readyAt = now() + (isWaited ? settings.mediaProcessingMs : 0);
  upload.failure = isWaited ? settings.mediaFailure : null;
  return responseOf(stateOf(upload, now()));
};

const isVideo = ({ type }: MediaUpload): boolean => type.startsWith('video/');

const getStagedMedia: Handler = (scope) => {
  const upload = own(scope, scope.input['media_id']);
  if (upload.endedAt === null) throw refusal(400, 'INVALID', 'The upload is not finalized');
  return responseOf(stateOf(upload, scope.now()));
};

const stateOf = (upload: MediaUpload, now: number): Values => {
  const { id, mediaKey, totalBytes, category, type, content } = upload;
  const size = sizeOf(type, content);
  const shown = size && { w: size.width, h: size.height, image_type: type };
  return {
    id,
    media_key: mediaKey,
    size: totalBytes,
    expires_after_secs: expirySeconds,
    ...(isVideo(upload) ? { video: { video_type: type } } : shown !== null && { image: shown }),
    ...(category !== 'TWEET_IMAGE' && { processing_info: processingOf(upload, now) }),
  };
};

const processingOf = ({ endedAt, readyAt, failure }: MediaUpload, now: number): Values => {
  if (now < readyAt) {
    const done = (now - Number(endedAt)) / (readyAt - Number(endedAt));
    return {
      state: done === 0 ? 'pending' : 'in_progress',
      check_after_secs: Math.max(1, Math.ceil((readyAt - now) / 1000)),
      progress_percent: Math.floor(100 * done),
    };
  }
  if (failure === null) return { state: 'succeeded', progress_percent: 100 };
  const error = { code: 1, name: 'InvalidMedia', message: failure };
  return { state: 'failed', progress_percent: 100, error };
};

export const handlers: Readonly<Record<string, Handler>> = {
  stageMedia,
  appendMedia,
  finalizeMedia,
  getStagedMedia,
};
