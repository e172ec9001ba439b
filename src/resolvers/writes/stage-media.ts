import { uploadMs } from '../../state/shared/uploads.ts';
import type { Upload } from '../../state/uploads.ts';
import { mediaUploads } from '../../upstream/catalogue/areas/media-uploads.ts';
import { id, required, text } from '../../upstream/catalogue/language/params.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args, Load } from '../field.ts';
import { gathered, ownValues, underInput, upstreamValues, withoutNulls } from '../input.ts';
import type { Faults } from './faults.ts';
import { createFaults } from './faults.ts';
import { keyIn } from './recorded.ts';
import type { Payload } from './sending.ts';
import { once, send } from './write.ts';

/** What the gateway keeps about a staged file, besides what it sends. */
export const recordFields = {
  account_id: required(
    id('The account that it is for, by its id in the REST API or its global id'),
  ),
  file_name: text('Name of the file, for `stagedMedia`', { max: 255 }),
  name: text('Name of the media in the library, for `stagedMedia`', { max: 100 }),
} as const;

/** Loads `stageMedia`: begins an upload, and returns the address for its bytes. */
export const stage: Load<unknown, Payload> = once(
  async ({ input: args }: { readonly input: Args }, asking) => {
    const endpoint = mediaUploads.stageMedia;
    const { context } = asking;
    const faults = createFaults(args);
    const place = { accountId: null, path: ['input'], faults };
    const own = ownValues(recordFields, args, faults);
    const values = withoutNulls(upstreamValues(endpoint.params, args, place));
    const input = gathered(endpoint, values, { locate: underInput, faults });
    refuseTooLarge(input.total_bytes, context.uploads.maxBytes, faults);
    const key = keyIn(args, faults);
    const sent = await send({ endpoint, input, key, faults, given: { ...input, ...own } }, asking);
    if ('outcome' in sent) return sent;
    const started = uploadOf(
      sent.rows[0],
      { ...own, total_bytes: input.total_bytes },
      context.uploads.now(),
    );
    const upload = await context.uploads.begin(started);
    const url = await context.uploads.urlOf(context.viewer, upload);
    const expiresAt = new Date(upload.expiresAt).toISOString();
    const { rows, texts, problems = [] } = sent;
    return { outcome: 'APPLIED', rows, texts, errors: problems, upload: { url, expiresAt } };
  },
);

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
