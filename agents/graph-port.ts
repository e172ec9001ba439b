import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type {
  Caller,
  DryRunReport,
  Exchange,
  Host,
  OnStep,
  OwnAnswer,
  OwnRequest,
} from './gateway.ts';
import { ofErrors } from './tool-error.ts';

/** A document with its variables. */
export interface GraphRequest {
  readonly text: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** The answer to a document that was executed. `Data` is its selection; a failed field is null. */
export interface GraphAnswer<Data = unknown> {
  readonly data: Data;
  readonly errors: readonly GraphQLFormattedError[];
  readonly notes: readonly string[];
}

/** A rate window of the API, with its remaining calls. */
type RateWindow = OwnAnswer['windows'][number];

/** The cost of the documents of one call of a tool, so far. */
export interface GraphCost {
  readonly calls: number;
  /** The rate windows of its calls that are closest to their limits. */
  readonly windows: readonly RateWindow[];
}

/**
 * The graph, as one call of a tool reaches it: with the plans, costs, places, loaders and windows of
 * any GraphQL client. Every method rejects with ToolError for a document that is not executed.
 */
export interface GraphPort {
  /** Answers a query. */
  readonly query: <Data>(request: GraphRequest) => Promise<GraphAnswer<Data>>;
  /** The dry run of a mutation. */
  readonly dryRun: (request: GraphRequest) => Promise<DryRunReport>;
  /** Sends a mutation. It continues if its caller leaves. */
  readonly mutate: SendMutation;
  /** Resumes writes that were begun. A write that was not begun is null, with code NOT_FOUND. */
  readonly resume: SendMutation;
  readonly cost: () => GraphCost;
}

type SendMutation = <Data>(
  request: GraphRequest,
  onStep: OnStep,
) => Promise<GraphAnswer<Data | null>>;

/** A caller, and its exchange with the gateway. */
export interface CallerExchange {
  readonly caller: Caller;
  readonly exchange: Exchange;
}

/**
 * Finds the caller of a tool: at once, or for each call over standard input, where one connection
 * has many.
 */
export type WithCaller = <T>(
  signal: AbortSignal,
  work: (from: CallerExchange) => Promise<T>,
) => Promise<T>;

/** The owner of answers and plans: the user, or the token if its user is not known. */
export const viewerKey = ({ viewer }: Caller): string => viewer?.userId ?? viewer?.key ?? '';

// Tools read whole answers and shorten them.
const maxDataBytes = 4 * 1024 * 1024;

/** Creates the port for one call of a tool. */
export const createGraphPort = (
  { execute }: Pick<Host, 'execute'>,
  { caller, exchange }: CallerExchange,
): GraphPort => {
  const windows = new Map<string, RateWindow>();
  let calls = 0;
  const executed = async (
    { text, variables = {} }: GraphRequest,
    { isMutation, ...options }: ExecutionOptions,
  ): Promise<OwnAnswer> => {
    const check = (plan: { readonly isMutation: boolean }): void => {
      if (plan.isMutation !== isMutation) throw isMutation ? needsNoPlan() : needsPlan();
    };
    const answer = await execute({ text, variables, caller, check, ...options }, exchange);
    calls += answer.calls;
    for (const one of answer.windows) windows.set(one.scope, one);
    return answer;
  };
  const sending =
    (wanted: 'answer' | 'what was begun'): SendMutation =>
    async (request, onStep) =>
      withData(await executed(request, { isMutation: true, wanted, onStep }));
  return {
    query: async <Data>(request: GraphRequest) => {
      const answer = await executed(request, { isMutation: false, maxBytes: maxDataBytes });
      const { data, errors, notes } = withData<Data>(answer);
      if (data === null && errors.length > 0) throw ofErrors(errors);
      return { data: data as Data, errors, notes };
    },
    dryRun: async (request) => {
      const { dryRun, errors } = await executed(request, { isMutation: true, wanted: 'dry run' });
      if (dryRun === null) throw ofErrors(errors);
      return dryRun;
    },
    mutate: sending('answer'),
    resume: sending('what was begun'),
    cost: () => ({ calls, windows: tightest([...windows.values()]) }),
  };
};

interface ExecutionOptions extends Pick<OwnRequest, 'wanted' | 'onStep' | 'maxBytes'> {
  readonly isMutation: boolean;
}

/** The answer to a document. Throws ToolError if it was not executed. */
const withData = <Data>({ data, errors, notes }: OwnAnswer): GraphAnswer<Data | null> => {
  if (data === undefined) throw ofErrors(errors);
  return { data: data as Data | null, errors, notes };
};

const maxWindows = 3;

const tightest = (windows: readonly RateWindow[]): readonly RateWindow[] =>
  windows.toSorted((one, other) => roomOf(one) - roomOf(other)).slice(0, maxWindows);

/** The share of its calls that a window has left; all of them if its limit is not known. */
const roomOf = ({ remaining, limit }: RateWindow): number =>
  remaining / Math.max(1, limit ?? remaining);

const needsPlan = (): GraphQLError =>
  new GraphQLError('The document is a mutation, and this tool only reads.', {
    extensions: { code: 'WRITE_NEEDS_PLAN' },
  });

const needsNoPlan = (): GraphQLError =>
  new GraphQLError('The document is not a mutation: send it with ads_query.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
