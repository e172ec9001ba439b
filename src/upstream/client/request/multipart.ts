import { randomUUID } from 'node:crypto';
import { encode } from '../../catalogue/language/codecs.ts';
import type { Fields } from '../../catalogue/language/params.ts';
import type { Values } from '../../catalogue/language/values.ts';

interface Multipart {
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** Writes values as `multipart/form-data`, each as its own part; bytes as a file. */
export const multipartOf = (fields: Fields, values: Values): Multipart => {
  const boundary = `ads-graph-${randomUUID()}`;
  const parts = Object.entries(fields).flatMap(([name, param]) => {
    const value = values[name];
    if (value === undefined) return [];
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
    return value instanceof Uint8Array
      ? [
          Buffer.from(`${head}; filename="${name}"\r\nContent-Type: ${fileType}\r\n\r\n`),
          value,
          end,
        ]
      : [Buffer.from(`${head}\r\n\r\n${encode(param, value)}`), end];
  });
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
};

const fileType = 'application/octet-stream';
const end = Buffer.from('\r\n');
