import type { GraphQLSchema } from 'graphql';
import { GraphQLError, printSchema } from 'graphql';
import type { CallerOf } from '../auth/viewer.ts';
import { internalError, refused } from '../errors.ts';
import type { Exchange } from './exchange.ts';
import type { Reply } from './reply.ts';
import { replyOf, send } from './reply.ts';

/** What the schema is shown with, and to whom. */
export interface SchemaFileOptions {
  readonly schema: GraphQLSchema;
  /** Whether the schema is shown at all. */
  readonly introspection: boolean;
  readonly callerOf: CallerOf;
}

/** Answers the requests for the schema. */
export type SchemaFile = (exchange: Exchange) => Promise<void>;

/** Answers `GET /schema.graphql` with the schema, to everybody who may ask for it with GraphQL. Never rejects. */
export const createSchemaFile = ({
  schema,
  introspection,
  callerOf,
}: SchemaFileOptions): SchemaFile => {
  let body: string | null = null;
  const answer = async ({ req: { method, headers }, note }: Exchange): Promise<Reply> => {
    if (method !== 'GET') throw refused(405, 'Use GET.', { headers: { Allow: 'GET' } });
    if (!introspection) {
      throw refused(404, 'The schema is not shown here.', { code: 'INTROSPECTION_DISABLED' });
    }
    await callerOf(headers);
    body ??= `${printSchema(schema)}\n`;
    return {
      status: 200,
      headers: {
        'Cache-Control': 'no-store',
        'Content-Type': 'text/plain; charset=utf-8',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': note.id,
      },
      body,
    };
  };
  return async (exchange) => {
    const { req, res, note } = exchange;
    const failed = (error: unknown): Reply => {
      const shown = error instanceof GraphQLError ? error : internalError();
      if (shown !== error) note.faults = [error];
      note.codes = [String(shown.extensions['code'])];
      return replyOf({ errors: [shown] }, { type: 'application/json', requestId: note.id });
    };
    send(req, res, await answer(exchange).catch(failed));
  };
};
