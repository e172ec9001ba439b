import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { GraphQLError, type GraphQLSchema, printSchema } from 'graphql';
import type { CallerOf } from '../../auth/viewer.ts';
import { internalError, internalErrorsOf, refused } from '../../errors/errors.ts';
import type { HttpExchange } from '../door/exchange.ts';
import { preferredEncoding } from '../door/headers.ts';
import { sendRefusal } from '../plugins/reply.ts';

type FileEncoding = 'br' | 'gzip' | 'identity';

/** A file in every encoding in which it is sent. */
export interface File {
  readonly type: string;
  /** The value of Cache-Control. */
  readonly cache: string;
  readonly etag: string;
  readonly as: Readonly<Record<FileEncoding, Buffer>>;
}

/** Makes a file from a text. Clients request it each time, but receive it only if changed. */
const textFile = async (text: string): Promise<File> => {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return {
    type: 'text/plain; charset=utf-8',
    cache: 'private, no-cache',
    etag: `"${hash('sha256', identity, 'base64url')}"`,
    as: {
      identity,
      br: await promisify(brotliCompress)(identity, { params }),
      gzip: await promisify(gzip)(identity),
    },
  };
};

/**
 * Sends a file in the encoding that the client prefers: 304 if the client has it, 404 if there is
 * none.
 */
export const sendFile = (req: IncomingMessage, res: ServerResponse, file: File | null): void => {
  if (file === null) {
    res.writeHead(404, { 'Cache-Control': 'no-store' }).end();
    return;
  }
  const { type, cache, etag, as } = file;
  const shared = { ETag: etag, 'Cache-Control': cache, Vary: 'Accept-Encoding' };
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, shared).end();
    return;
  }
  const accepted = req.headers['accept-encoding'];
  const encoding = preferredEncoding(accepted, ['br', 'gzip'] as const) ?? 'identity';
  res.writeHead(200, {
    ...shared,
    'Content-Type': type,
    'Content-Length': as[encoding].length,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(as[encoding]);
};

interface SchemaFileOptions {
  readonly schema: GraphQLSchema;
  /** True if the schema is shown at all. */
  readonly introspection: boolean;
  readonly callerOf: CallerOf;
}

/**
 * Creates the handler of `GET /schema.graphql`, for callers that may introspect the schema. The
 * schema is printed at the first request.
 */
export const createSchemaFile = ({ schema, introspection, callerOf }: SchemaFileOptions) => {
  let file: Promise<File> | null = null;
  const find = async ({ method, headers }: IncomingMessage): Promise<File> => {
    if (method !== 'GET') throw refused(405, 'Use GET.', { headers: { Allow: 'GET' } });
    if (!introspection) {
      throw refused(404, 'The schema is not available here.', { code: 'INTROSPECTION_DISABLED' });
    }
    await callerOf(headers);
    file ??= textFile(`${printSchema(schema)}\n`);
    return file;
  };
  return async (exchange: HttpExchange): Promise<void> => {
    const { req, res, record } = exchange;
    try {
      sendFile(req, res, await find(req));
    } catch (error) {
      const shown = error instanceof GraphQLError ? error : internalError();
      record.internalErrors = internalErrorsOf(error);
      sendRefusal(exchange, shown);
    }
  };
};
