import type { ExecutionResult, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { execute, GraphQLError, parse, responsePathAsArray } from 'graphql';
import { readConfig } from '../../src/config/config.ts';
import type { Limits } from '../../src/config/settings.ts';
import { toFormattedError } from '../../src/errors/errors.ts';
import { checkOperation, run } from '../../src/execution/answer/run-operation.ts';
import { createPrepare, type Prepare } from '../../src/execution/plan/prepare.ts';
import { createReferenceData } from '../../src/loaders/reference-data.ts';
import { createResultStore } from '../../src/loaders/stats/result-cache.ts';
import { noUploads } from '../../src/loaders/uploads.ts';
import { type Context, createContext, ignoreStep } from '../../src/resolvers/context.ts';
import { type SideError, sideErrorsOf } from '../../src/resolvers/standard.ts';
import { noAudit } from '../../src/state/audit.ts';
import { createMemoryStore } from '../../src/state/memory.ts';
import { createLedger } from '../../src/state/store-ledger.ts';
import type { Ads } from '../../src/upstream/client/client.ts';
import { machinePace } from '../../src/upstream/client/pace.ts';
import type { RandomRequest } from './documents.ts';
import { idleHealth } from './upstream.ts';

/** An error as both executors must report it: its place in answer and document, and its code. */
export interface PlacedError {
  readonly path: readonly (string | number)[];
  readonly locations: string;
  readonly code: string;
}

/**
 * The answer of an executor: its data as JSON text, null if there is none at all, and its errors.
 */
export interface Outcome {
  readonly data: string | null;
  readonly errors: readonly PlacedError[];
  /** The masked errors, for the report of a failing test. */
  readonly faults: readonly unknown[];
}

/** A request without a name for its operation asks for the only one. */
export type Request = Pick<RandomRequest, 'text' | 'variables'> &
  Partial<Pick<RandomRequest, 'operationName'>>;

/** Limits that refuse nothing. */
const limits = Object.fromEntries(
  Object.keys(readConfig({}).limits).map((name) => [name, Number.MAX_SAFE_INTEGER]),
) as unknown as Limits;

/** The gateway's own preparation of documents over a schema, with limits that refuse nothing. */
export const prepareOver = (schema: GraphQLSchema): Prepare =>
  createPrepare({ schema, limits, introspection: true });

/** A context like that of a request, over an API in memory. */
export const contextOver = (ads: Ads): Context => {
  const client = {
    application: 'test',
    forRequest: () => ads,
    pageUrl: () => '',
    health: () => idleHealth,
    close: async () => undefined,
  };
  const scope = {
    viewer: ads.viewer,
    deadline: Number.POSITIVE_INFINITY,
    maxCalls: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
  };
  const ledger = createLedger(createMemoryStore());
  return createContext(client, scope, {
    ledger,
    reference: createReferenceData(),
    lists: {
      read: (_wanted, fetch) => fetch(),
      changed: async () => undefined,
      drop: async () => undefined,
    },
    results: createResultStore(),
    uploads: noUploads,
    uncached: false,
    now: Date.now,
    pace: machinePace,
    stepMs: 0,
    isStopping: () => false,
    filterRows: 10_000,
    isDryRun: false,
    mayWrite: true,
    isAgent: false,
    onStep: ignoreStep,
    guards: null,
    audit: noAudit,
  });
};

/** The answer of the gateway's executor. */
export const ours = async (
  prepare: Prepare,
  { text, variables, operationName = null }: Request,
  context: Context,
): Promise<Outcome> => {
  const plan = prepare(text, operationName);
  if (!('selectionFor' in plan)) return { data: null, errors: plan.map(placed), faults: [] };
  const ready = checkOperation(plan, variables);
  if ('errors' in ready) return { data: null, errors: ready.errors.map(placed), faults: [] };
  const { data, errors = [], internalErrors: faults } = await run(ready, context);
  // The name of the member is left out.
  return {
    data: data?.toString().slice('{"data":'.length, -1) ?? null,
    errors: errors.map(placed),
    faults,
  };
};

const textOf = (data: unknown): string | null => {
  if (data === undefined) return null;
  return typeof data === 'string' ? data : JSON.stringify(data);
};

/** The answer of graphql-js over the same schema, with errors coded as the gateway codes them. */
export const theirs = async (
  schema: GraphQLSchema,
  { text, variables, operationName }: Request,
  contextValue: Context,
): Promise<Outcome> => {
  const document = parse(text);
  const variableValues = variables;
  const { data, errors = [] }: ExecutionResult = await execute({
    schema,
    document,
    contextValue,
    variableValues,
    operationName,
  });
  const faults: unknown[] = [];
  return {
    data: textOf(data),
    errors: [
      ...errors.map((error) =>
        placed(isMisfit(error) ? validateValue(error) : coded(error, faults)),
      ),
      ...sideErrorsOf(contextValue).flatMap((beside) => standing(beside, data, faults)),
    ],
    faults,
  };
};

/** An error beside a value, if the value is in the answer: a null above it removes both. */
const standing = (
  { error, info }: SideError,
  data: ExecutionResult['data'],
  faults: unknown[],
): readonly PlacedError[] => {
  const path = responsePathAsArray(info.path);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>> | null)?.[step], data);
  if (parent === null || parent === undefined) return [];
  const located = new GraphQLError(error.message, { nodes: info.fieldNodes, originalError: error });
  const { locations = [] } = located;
  return [
    placed(
      toFormattedError(error, { path, locations, written: [], maxProblems: 100 }, (cause) =>
        faults.push(cause),
      ),
    ),
  ];
};

const coded = (error: GraphQLError, faults: unknown[]): GraphQLFormattedError => {
  const { path = [], locations = [] } = error;
  const place = { path, locations, written: [], maxProblems: 100 };
  return toFormattedError(error.originalError ?? error, place, (cause) => faults.push(cause));
};

const validateValue = ({ message, path, locations }: GraphQLError): GraphQLFormattedError => ({
  message,
  ...(path !== undefined && { path }),
  ...(locations !== undefined && { locations }),
  extensions: { code: 'UPSTREAM_BAD_RESPONSE' },
});

// A value that does not fit its type makes graphql-js throw without a code. Errors that JavaScript
// throws by itself are faults.
const ownFaults =
  /Cannot read propert|Cannot set propert|is not a function|is not iterable|is not defined/;

/** True for an error that says that a value does not fit its type. */
const isMisfit = (error: GraphQLError): boolean => {
  const cause = error.originalError ?? error;
  if (ownFaults.test(cause.message)) return false;
  if (cause instanceof GraphQLError) return cause.extensions['code'] === undefined;
  return cause.constructor === TypeError || cause.constructor === Error;
};

const placed = ({
  path = [],
  locations = [],
  extensions,
}: GraphQLError | GraphQLFormattedError): PlacedError => ({
  path,
  locations: locations.map(({ line, column }) => `${line}:${column}`).join(' '),
  code: String(extensions?.['code']),
});
