import { decode } from '../src/upstream/catalogue/language/codecs.ts';
import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import type { Values } from '../src/upstream/catalogue/language/values.ts';

const pattern = /^multipart\/form-data\s*;.*boundary="?([^";]+)"?/i;

/** True if a body of this type has parts. */
export const isMultipart = (contentType: string): boolean => pattern.test(contentType);

/** The parts of a body by their names. Body and parts have one character for each byte. */
export const partsOf = (contentType: string, body: string): ReadonlyMap<string, string> => {
  const boundary = pattern.exec(contentType)?.[1] ?? '';
  const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return new Map(
    parts.flatMap((part) => {
      const end = part.indexOf('\r\n\r\n');
      const name = /\bname="([^"]*)"/.exec(part.slice(0, end))?.[1];
      return name === undefined || end < 0 ? [] : [[name, part.slice(end + 4)] as const];
    }),
  );
};

/** The values in the parts of a body. */
export const multipartValues = ({ params }: Endpoint, contentType: string, body: string): Values =>
  Object.fromEntries(
    [...partsOf(contentType, body)].map(([name, part]) => {
      const param = params[name];
      if (param === undefined) return [name, part];
      return [name, param.kind === 'bytes' ? Buffer.from(part, 'latin1') : decode(param, part)];
    }),
  );

/** The body as readable text, without its bytes: `segment_index=0&media=<2097152 bytes>`. */
export const multipartSummary = (contentType: string, body: string): string =>
  [...partsOf(contentType, body)]
    .map(([name, part]) => `${name}=${name === 'media' ? `<${part.length} bytes>` : part}`)
    .join('&');
