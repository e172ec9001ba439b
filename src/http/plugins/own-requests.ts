import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { YogaServerInstance } from 'graphql-yoga';
import type { Caller } from '../../auth/viewer.ts';
import { refusal } from '../../errors/errors.ts';
import type { DryRunReport } from '../../execution/dry-run.ts';
import type { Ads } from '../../upstream/client/client.ts';
import type { Exchange, OwnExchange } from '../door/exchange.ts';
import type { OperationOptions, RequestOperation, ServerContext } from './operation.ts';
import { undecided } from './operation.ts';
import { type Content, shown } from './reply.ts';
import { contentOf } from './use-reply.ts';

/** A document that this process executes for a caller. */
export interface OwnRequest extends Partial<Pick<OperationOptions, 'wanted' | 'check' | 'onStep'>> {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  /** The most bytes of its data. A longer answer is the error COST_LIMIT_EXCEEDED. */
  readonly maxBytes?: number;
}

/** The answer to such a document. */
export interface OwnAnswer {
  /** The selected data; undefined if the document was refused before its execution. */
  readonly data: unknown;
  /** As clients see them, without positions in the document. */
  readonly errors: readonly GraphQLFormattedError[];
  readonly notes: readonly string[];
  /** The changes that it would make; null unless a dry run was wanted. */
  readonly dryRun: DryRunReport | null;
  /** The number of its calls to the API. */
  readonly calls: number;
  /** The rest of the rate windows of its calls. */
  readonly windows: ReturnType<Ads['budget']>;
}

/**
 * Executes a document in an exchange: with its place, record and signal. Refusals are errors of the
 * answer.
 */
export type ExecuteOwn = (own: OwnRequest, exchange: Exchange) => Promise<OwnAnswer>;

/** Creates the port through which this process uses its own gateway. */
export const createExecute =
  ({
    getResultForParams,
    fetchAPI,
  }: Pick<
    YogaServerInstance<ServerContext, object>,
    'getResultForParams' | 'fetchAPI'
  >): ExecuteOwn =>
  async (own, exchange) => {
    const { text: query, variables } = own;
    const request = new fetchAPI.Request('http://localhost/graphql', { method: 'POST' });
    const operation = ownOperation(own, exchange);
    const params = { query, variables };
    try {
      const result = await getResultForParams({ params, request }, { operation });
      const { data: json, errors } = contentOf(result, exchange.record);
      refuseLong(json, own);
      return answerOf(operation, (result as ExecutionResult).data, errors);
    } catch (error) {
      if (error instanceof GraphQLError) return answerOf(operation, undefined, [error]);
      throw error;
    }
  };

const ownOperation = (
  { caller, wanted = 'answer', check, onStep }: OwnRequest,
  exchange: Exchange,
): RequestOperation => ({
  ...{ exchange, caller, wanted, check, onStep },
  ...undecided,
  accepted: { type: 'application/json', parts: false },
  isOwn: true,
  trace: null,
  watch: null,
});

const refuseLong = (json: Buffer | undefined, { maxBytes = Infinity }: OwnRequest): void => {
  const { length = 0 } = json ?? {};
  if (length <= maxBytes) return;
  const message = `The response has ${length} bytes; at most ${maxBytes} are allowed here. Request fewer rows or fields.`;
  throw refusal('COST_LIMIT_EXCEEDED', message);
};

const answerOf = (
  { notes, dryRun, ads }: RequestOperation,
  data: unknown,
  errors: Content['errors'] = [],
): OwnAnswer => ({
  data,
  errors: errors.map(withoutLocations),
  notes: notes.map(({ text }) => text),
  dryRun,
  calls: ads?.calls.length ?? 0,
  windows: ads?.budget() ?? [],
});

const withoutLocations = (error: Parameters<typeof shown>[0]): GraphQLFormattedError => {
  const { locations: _, ...rest } = shown(error);
  return rest;
};

/**
 * A response that this process reads. `read` resolves once all of it is read, or nobody waits for
 * it.
 */
export interface OwnResponse {
  readonly response: Response;
  readonly read: Promise<void>;
}

/** The response to an exchange without a connection: with a body, also if it comes in parts. */
export const ownResponse = (
  { left }: OwnExchange,
  { made }: Pick<RequestOperation, 'made'>,
  response: Response,
): OwnResponse => {
  const { body, later } = made?.response === response ? made.reply : {};
  if (later === undefined) return { response, read: Promise.resolve() };
  const { status, headers } = response;
  const read = Promise.withResolvers<void>();
  left.signal.addEventListener('abort', () => read.resolve(), { once: true });
  const parts = (async function* () {
    try {
      yield Buffer.from(body ?? '');
      yield* later;
    } finally {
      read.resolve();
    }
  })();
  const stream = new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  return { response: new Response(stream, { status, headers }), read: read.promise };
};
