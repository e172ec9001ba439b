import type { IncomingHttpHeaders } from 'node:http';
import type { GraphQLError } from 'graphql';
import { refused } from '../../errors/errors.ts';
import type { Upload } from '../../loaders/uploads.ts';
import { SEGMENT_BYTES } from '../../upstream/catalogue/areas/media-uploads.ts';

/** The bytes of a file that a request sends: from the first to before `end`. */
interface ContentRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes that a PUT sends: those of its Content-Range, `bytes 2097152-5242879/5242880`, or else
 * the whole file. `bytes *` with the size sends none. Throws a refusal with status 400 for a range
 * that is malformed or has another size than the file, and 409 for one that does not continue where
 * the last one ended.
 */
export const contentRangeOf = (headers: IncomingHttpHeaders, upload: Upload): ContentRange => {
  const { totalBytes, receivedBytes } = upload;
  const { start, end } = rangeIn(headers['content-range'], upload);
  const length = Number(headers['content-length'] ?? end - start);
  if (length !== end - start) {
    throw refused(400, `The body has ${length} bytes, but Content-Range says ${end - start}.`);
  }
  if (start !== receivedBytes && start !== end) throw elsewhere(upload);
  if (end !== totalBytes && (end - start) % SEGMENT_BYTES !== 0) {
    const multiple = `a multiple of upload.chunkBytes (${SEGMENT_BYTES})`;
    throw refused(400, `Every part except the last must be ${multiple} long.`);
  }
  return { start, end };
};

const rangeIn = (
  header: string | undefined,
  { totalBytes, receivedBytes }: Upload,
): ContentRange => {
  if (header === undefined) return { start: 0, end: totalBytes };
  const [, none, first = '', last = '', total] =
    /^bytes (?:(\*)|(\d{1,15})-(\d{1,15}))\/(\d{1,15})$/.exec(header) ?? [];
  if (total === undefined) {
    throw refused(400, 'Content-Range must have the form bytes 0-99/100, or bytes */100.');
  }
  if (Number(total) !== totalBytes) {
    throw refused(
      400,
      `The file was staged with ${totalBytes} bytes, but Content-Range says ${total}.`,
    );
  }
  if (none !== undefined) return { start: receivedBytes, end: receivedBytes };
  const range = { start: Number(first), end: Number(last) + 1 };
  if (range.start < range.end && range.end <= totalBytes) return range;
  throw refused(400, 'Content-Range is beyond the end of the file.');
};

const elsewhere = ({ receivedBytes, totalBytes }: Upload): GraphQLError =>
  refused(409, `Continue at byte ${receivedBytes}, counted from 0.`, {
    code: 'CONFLICT',
    headers: progressHeaders({ receivedBytes, totalBytes }),
  });

/** The number of bytes of a file that have arrived, as headers. */
export const progressHeaders = ({
  receivedBytes,
  totalBytes,
}: Pick<Upload, 'receivedBytes' | 'totalBytes'>): Readonly<Record<string, string>> => ({
  'Upload-Offset': String(receivedBytes),
  'Upload-Length': String(totalBytes),
});
