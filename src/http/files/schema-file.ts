import type { IncomingMessage } from 'node:http';
import { GraphQLError, type GraphQLSchema, printSchema } from 'graphql';
import type { CallerOf } from '../../auth/viewer.ts';
import { internalError, internalErrorsOf, refused } from '../../errors/errors.ts';
import type { HttpExchange } from '../door/exchange.ts';
import { sendRefusal } from '../plugins/reply.ts';
import { type File, sendFile, textFile } from './files.ts';

interface SchemaFileOptions {
  readonly schema: GraphQLSchema;
  /** True if the schema is shown at all. */
  readonly introspection: boolean;
  readonly callerOf: CallerOf;
}

/** Answers a request for the schema. Never rejects. */
export type SchemaFile = (exchange: HttpExchange) => Promise<void>;

/**
 * Serves `GET /schema.graphql` to the callers that may introspect the schema. It is printed at the
 * first request.
 */
export const createSchemaFile = ({
  schema,
  introspection,
  callerOf,
}: SchemaFileOptions): SchemaFile => {
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
  return async (exchange) => {
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
