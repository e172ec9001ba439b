import type { Upload } from '../../loaders/uploads.ts';
import { uploadMs } from '../../shared/uploads.ts';
import { mediaUploads } from '../../upstream/catalogue/areas/media-uploads.ts';
import { id, required, text } from '../../upstream/catalogue/language/params.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args, Load } from '../field.ts';
import { gathered, ownValues, underInput, upstreamValues, withoutNulls } from '../input.ts';
import { createFaults, type Faults, type Payload, type WriteError } from '../write-errors.ts';
import { once, send } from './write.ts';
import { keyIn } from './write-record.ts';

/** The fields about a staged file that the gateway stores and does not send. */
export const recordFields = {
  account_id: required(
    id('The account that it is for, by its id in the REST API or its global id'),
  ),
  file_name: text('Name of the file, for `stagedMedia`', { max: 255 }),
  name: text('Name of the media in the library, for `stagedMedia`', { max: 100 }),
} as const;

/** Loads `stageMedia`: begins an upload, and returns the address for its bytes. */
export const stage: Load<unknown, Payload> = once(async (args, asking) => {
  const endpoint = mediaUploads.stageMedia;
  const { context } = asking;
  const faults = createFaults(args, context);
  const spot = { accountId: null, path: ['input'], faults };
  const own = ownValues(recordFields, args, faults);
  const values = withoutNulls(upstreamValues(endpoint.params, args, spot));
  const input = gathered(endpoint, values, { locate: underInput, faults });
  refuseTooLarge(input.total_bytes, context.uploads.maxBytes, faults);
  const key = keyIn(args, faults);
  if (faults.found().length === 0) await context.uploads.ready();
  const sent = await send({ endpoint, input, key, faults, given: { ...input, ...own } }, asking);
  if ('outcome' in sent) return sent;
  const started = uploadOf(
    sent.rows[0],
    { ...own, total_bytes: input.total_bytes },
    context.uploads.now(),
  );
  const { rows, texts, problems: errors = [] } = sent;
  const applied = { outcome: 'APPLIED', rows, texts, errors } as const;
  const upload = await context.uploads.begin(started);
  if (upload === null) return { ...applied, errors: [...errors, unrecorded(key)] };
  const url = await context.uploads.urlOf(context.viewer, upload);
  const expiresAt = new Date(upload.expiresAt).toISOString();
  return { ...applied, upload: { url, expiresAt } };
});

const unrecorded = (key: string | null): WriteError => ({
  code: 'STATE_STORE_UNAVAILABLE',
  message: `The upload has begun, but the store of upload records does not respond, so there is no URL to send its bytes to. ${key === null ? 'Stage the file again.' : 'Retry with the same key.'}`,
});

const refuseTooLarge = (bytes: number, most: number, faults: Faults): void => {
  if (!(bytes > most)) return;
  faults.add(inputError(problem(['input', 'totalBytes'], 'above', { max: `${most}` })));
};

const uploadOf = (row: Row | undefined, given: Args, now: number): Upload => {
  const text = (name: string): string | null => (given[name] as string | null | undefined) ?? null;
  const seconds = Number(row?.['expires_after_secs'] ?? Number.POSITIVE_INFINITY);
  const key = row?.['media_key'];
  return {
    mediaId: String(row?.['id']),
    mediaKey: typeof key === 'string' ? key : null,
    accountId: String(given['account_id']),
    fileName: text('file_name'),
    name: text('name'),
    totalBytes: Number(given['total_bytes']),
    expiresAt: now + Math.min(uploadMs, seconds * 1000),
    receivedBytes: 0,
    stage: 'open',
    sender: '',
    checkAt: 0,
    error: null,
  };
};
