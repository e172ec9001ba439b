import { type Upload, type UploadStage, watchUpload } from '../../loaders/uploads.ts';
import type { Args, Load } from '../../resolvers/field.ts';
import type { StagedUpload as Staged } from '../../resolvers/write-errors.ts';
import { recordFields, stage } from '../../resolvers/writes/stage-media.ts';
import { mediaUploads, SEGMENT_BYTES } from '../../upstream/catalogue/areas/media-uploads.ts';
import { checkedInput, fieldsOf, keyField } from '../fields/args.ts';
import { builder } from '../fields/builder.ts';
import { loaded } from '../fields/loaded.ts';
import { ownMutation } from '../fields/mutations.ts';
import { restOf } from '../fields/rest.ts';

/** Loads an upload of the viewer; null if the viewer has none with this name. */
const staged: Load<unknown, Upload | null> = async (_roots, args: Args, context, field) => {
  const { uploads, ads, viewer } = context;
  const found = await uploads.find(viewer, String(args['upload']));
  if (found === null) return [null];
  return [await watchUpload(found, { uploads, ads, trace: field.trace })];
};

const StagedUpload = builder.objectRef<Staged>('StagedUpload').implement({
  description: 'Where the bytes of a staged file go.',
  fields: (t) => ({
    url: t.exposeString('url', {
      nullable: false,
      description:
        'Send the bytes here with `PUT`, as the viewer who staged them: the whole file, or parts of it with `Content-Range`. `HEAD` says in `Upload-Offset` how many have arrived. Other users cannot use this URL.',
    }),
    chunkBytes: t.int({
      nullable: false,
      description:
        'Every part but the last must be a multiple of this many bytes. Bytes are confirmed in such steps, so an interrupted `PUT` resumes at a multiple.',
      resolve: () => SEGMENT_BYTES,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'Bytes are accepted until this time, at most 24 hours after staging.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
  }),
});

const StagedMediaState = builder.enumType('StagedMediaState', {
  description: 'Progress of a staged file.',
  values: {
    UPLOADING: { description: 'Bytes are missing.' },
    PROCESSING: {
      description:
        'All bytes have arrived, and the API is processing them. Poll again in a few seconds.',
    },
    READY: { description: 'It can be added to the media library.' },
    FAILED: { description: '`error` says why. Stage it again.' },
  },
});

type MediaState = typeof StagedMediaState.$inferType;

const states: Readonly<Record<UploadStage, MediaState>> = {
  open: 'UPLOADING',
  ending: 'PROCESSING',
  processing: 'PROCESSING',
  ready: 'READY',
  failed: 'FAILED',
};

const StagedMedia = builder.objectRef<Upload>('StagedMedia').implement({
  description: 'A staged file and its progress.',
  fields: (t) => ({
    state: t.field({
      type: StagedMediaState,
      nullable: false,
      description: 'Progress of the file.',
      resolve: ({ stage: reached }) => states[reached],
    }),
    receivedBytes: t.exposeInt('receivedBytes', {
      nullable: false,
      description: 'The bytes that the API has confirmed.',
    }),
    totalBytes: t.exposeInt('totalBytes', {
      nullable: false,
      description: 'The bytes of the whole file.',
    }),
    accountId: t.exposeID('accountId', {
      nullable: false,
      description: 'The id of the account that it is for in the REST API.',
    }),
    mediaKey: t.exposeID('mediaKey', {
      description: 'Its media key, for `addMediaLibraryItem` once it is READY.',
    }),
    fileName: t.exposeString('fileName', { description: 'Its `fileName` from `stageMedia`.' }),
    name: t.exposeString('name', { description: 'Its `name` from `stageMedia`.' }),
    error: t.exposeString('error', { description: 'Why it FAILED; else null.' }),
  }),
});

builder.queryField('stagedMedia', (t) =>
  t.field({
    type: StagedMedia,
    args: {
      upload: t.arg.string({
        required: true,
        description: 'The `upload.url` that `stageMedia` returned, or its last segment.',
      }),
    },
    description: `A staged file of the viewer; null if the viewer has none of this name, or it is older than three days. Costs a call only while the API processes it, and never more often than the API allows; poll every few seconds. ${restOf(mediaUploads.getStagedMedia)}`,
    ...loaded(staged, {
      cost: {
        asks: mediaUploads.getStagedMedia.name,
        parentsPerCall: 1,
        by: 'parent',
        objects: 'one',
      },
    }),
  }),
);

ownMutation(mediaUploads.stageMedia, {
  input: builder.inputType('StageMediaInput', {
    description:
      'A file to upload: its size, its type and what it is for are checked before anything is sent.',
    extensions: checkedInput,
    fields: (t) => ({
      ...fieldsOf(t, { ...recordFields, ...mediaUploads.stageMedia.params }),
      ...keyField(t),
    }),
  }),
  needsInput: true,
  load: stage,
  fields: (t) => ({
    upload: t.field({
      type: StagedUpload,
      description: 'Where its bytes go; null if the upload did not begin.',
      resolve: ({ upload = null }) => upload,
    }),
    mediaId: t.id({
      description: 'Its media id.',
      resolve: ({ rows: [row] }) => (row?.['id'] as string | undefined) ?? null,
    }),
    mediaKey: t.id({
      description: 'Its media key, which names it in the media library, in posts and in cards.',
      resolve: ({ rows: [row] }) => (row?.['media_key'] as string | undefined) ?? null,
    }),
  }),
});
