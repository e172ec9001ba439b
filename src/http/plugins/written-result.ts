import { type ExecutionResult, GraphQLError } from 'graphql';
import { internalError, internalErrorsOf } from '../../errors.ts';
import { parseLossless } from '../../upstream/client/json/lossless.ts';
import type { Content } from './reply.ts';

const contents = new WeakMap<object, Content>();

/**
 * A result of GraphQL whose data stays bytes unless a plugin reads it. A plugin that changes a
 * result sets a new one, which is written as JSON.
 */
export const resultOf = (content: Content): ExecutionResult => {
  const { data, errors, extensions } = content;
  const result = {
    ...(errors !== undefined && { errors }),
    ...(data !== undefined && {
      get data(): unknown {
        return (parseLossless(data.toString()) as { readonly data: unknown }).data;
      },
    }),
    ...(extensions !== undefined && {
      get extensions(): unknown {
        return JSON.parse(extensions);
      },
    }),
  } as ExecutionResult;
  contents.set(result, content);
  return result;
};

/** The content of a result, and what the log shows of its errors. */
interface ReadResult {
  readonly content: Content;
  readonly internalErrors: readonly unknown[];
}

/**
 * The content of a result: that of `resultOf`, or one that a plugin made. Errors that are no
 * GraphQL errors become INTERNAL_SERVER_ERROR; only the log shows them.
 */
export const contentOf = (result: ExecutionResult): ReadResult => {
  const content = contents.get(result);
  if (content !== undefined) return { content, internalErrors: [] };
  const { data, errors, extensions } = result;
  const internalErrors = (errors ?? []).flatMap(hiddenIn);
  return {
    content: {
      ...(data !== undefined && { data: Buffer.from(JSON.stringify({ data })) }),
      ...(errors !== undefined && errors.length > 0 && { errors: errors.map(shownOf) }),
      ...(extensions !== undefined && { extensions: JSON.stringify(extensions) }),
    },
    internalErrors,
  };
};

// Yoga makes a GraphQL error of any error that a plugin throws.
const thrownIn = ({ originalError }: GraphQLError): Error | undefined =>
  originalError instanceof GraphQLError ? undefined : originalError;

const shownOf = (error: GraphQLError): GraphQLError =>
  thrownIn(error) === undefined ? error : internalError();

const hiddenIn = (error: GraphQLError): readonly unknown[] =>
  internalErrorsOf(thrownIn(error) ?? error);
