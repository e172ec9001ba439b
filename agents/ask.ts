import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Host } from '../src/gateway/rooms.ts';
import type { Caller, DryRunReport, Exchange, OnStep, OwnAnswer, OwnQuestion } from './gateway.ts';
import { ofErrors } from './tool-error.ts';

/** A document, with its variables. */
export interface Question {
  readonly text: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** An answer of the graph. */
export interface Answered<Data = unknown> {
  readonly data: Data;
  readonly errors: readonly GraphQLFormattedError[];
  readonly notes: readonly string[];
}

/** The calls that are left in a rate window of the API. */
export type WindowLeft = OwnAnswer['windows'][number];

/** The cost of the documents of one call of a tool, so far. */
export interface Spent {
  readonly calls: number;
  /** The rate windows of its calls that are closest to their limits. */
  readonly windows: readonly WindowLeft[];
}

/**
 * Asks the graph as GraphQL clients do: with the same plans, costs, places, loaders and windows.
 * `Data` is the selection of the document; a field that fails is null. Rejects with ToolError for a
 * document that is not executed.
 */
export interface Ask {
  <Data>(question: Question): Promise<Answered<Data>>;
  /** The dry run of a mutation. Rejects with ToolError for a query, too. */
  readonly dryRun: (question: Question) => Promise<DryRunReport>;
  /** Sends a mutation. It continues if its caller leaves. */
  readonly write: <Data>(question: Question, onStep: OnStep) => Promise<Answered<Data | null>>;
  /** Resumes writes that were begun. A write that was not begun is null, with code NOT_FOUND. */
  readonly resume: <Data>(question: Question, onStep: OnStep) => Promise<Answered<Data | null>>;
  readonly spent: () => Spent;
}

/** The part of the gateway that answers documents. */
export type Port = Pick<Host, 'ask'>;

/** The caller, and the request on which it asks. */
export interface Asker {
  readonly caller: Caller;
  readonly exchange: Exchange;
}

/**
 * Finds the caller of a tool: at once, or for each call over standard input, where one connection
 * has many.
 */
export type WithAsker = <T>(signal: AbortSignal, work: (asker: Asker) => Promise<T>) => Promise<T>;

/** The owner of answers and plans: the user, or the token if its user is not known. */
export const viewerKey = ({ caller: { viewer } }: Pick<Asker, 'caller'>): string =>
  viewer?.userId ?? viewer?.key ?? '';

// Tools read whole answers and shorten them.
const maxDataBytes = 4 * 1024 * 1024;

/** Creates `ask` for one call of a tool. */
export const createAsk = (port: Port, { caller, exchange }: Asker): Ask => {
  const windows = new Map<string, WindowLeft>();
  let calls = 0;
  const asked = async (
    { text, variables = {} }: Question,
    { isMutation, ...wish }: Wanted,
  ): Promise<OwnAnswer> => {
    const check = (plan: { readonly isMutation: boolean }): void => {
      if (plan.isMutation !== isMutation) throw isMutation ? needsNoPlan() : needsPlan();
    };
    const answer = await port.ask({ text, variables, caller, check, ...wish }, exchange);
    calls += answer.calls;
    for (const one of answer.windows) windows.set(one.scope, one);
    return answer;
  };
  const ask = async <Data>(question: Question): Promise<Answered<Data>> => {
    const answer = await asked(question, { isMutation: false, maxBytes: maxDataBytes });
    const { data, errors, notes } = answeredIn<Data>(answer);
    if (data === null && errors.length > 0) throw ofErrors(errors);
    return { data: data as Data, errors, notes };
  };
  const dryRun: Ask['dryRun'] = async (question) => {
    const { dryRun: report, errors } = await asked(question, {
      isMutation: true,
      wanted: 'dry run',
    });
    if (report === null) throw ofErrors(errors);
    return report;
  };
  const writing =
    (wanted: 'answer' | 'what was begun'): Ask['write'] =>
    async <Data>(question: Question, onStep: OnStep) =>
      answeredIn<Data>(await asked(question, { isMutation: true, wanted, onStep }));
  return Object.assign(ask, {
    dryRun,
    write: writing('answer'),
    resume: writing('what was begun'),
    spent: () => ({ calls, windows: tightest([...windows.values()]) }),
  });
};

/** The way a document is run: it is answered, tried, sent or read back. */
interface Wanted extends Pick<OwnQuestion, 'wanted' | 'onStep' | 'maxBytes'> {
  readonly isMutation: boolean;
}

/** The answer to a document that was executed. */
const answeredIn = <Data>({ data, errors, notes }: OwnAnswer): Answered<Data | null> => {
  if (data === undefined) throw ofErrors(errors);
  return { data: data as Data | null, errors, notes };
};

const maxWindows = 3;

const tightest = (windows: readonly WindowLeft[]): readonly WindowLeft[] =>
  windows.toSorted((one, other) => roomOf(one) - roomOf(other)).slice(0, maxWindows);

/** The share of its calls that a window has left; all of them if its limit is not known. */
const roomOf = ({ remaining, limit }: WindowLeft): number =>
  remaining / Math.max(1, limit ?? remaining);

const needsPlan = (): GraphQLError =>
  new GraphQLError('The document is a mutation, and this tool only reads.', {
    extensions: { code: 'WRITE_NEEDS_PLAN' },
  });

const needsNoPlan = (): GraphQLError =>
  new GraphQLError('The document is not a mutation: send it with ads_query.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
