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

/** What is left of a rate window of the API. */
export type WindowLeft = OwnAnswer['windows'][number];

/** What the questions of one call of a tool cost so far. */
export interface Spent {
  readonly calls: number;
  /** Of the windows that its calls count in, those of which the least is left. */
  readonly windows: readonly WindowLeft[];
}

/**
 * Asks the graph as GraphQL clients do: with the same plans, costs, places, loaders and windows.
 * `Data` is what the document selects; a field that fails is null. Rejects with ToolError for a
 * document that is not executed.
 */
export interface Ask {
  <Data>(question: Question): Promise<Answered<Data>>;
  /** What a mutation would do. Rejects with ToolError for a query, too. */
  readonly dryRun: (question: Question) => Promise<DryRunReport>;
  /** Sends a mutation, also if nobody waits for its answer any more. */
  readonly write: <Data>(question: Question, onStep: OnStep) => Promise<Answered<Data | null>>;
  /** The same for writes that were begun: one that was not is null, with the code NOT_FOUND. */
  readonly resume: <Data>(question: Question, onStep: OnStep) => Promise<Answered<Data | null>>;
  readonly spent: () => Spent;
}

/** What of the gateway questions need. */
export type Port = Pick<Host, 'ask'>;

/** Who asks, and on which request. */
export interface Asker {
  readonly caller: Caller;
  readonly exchange: Exchange;
}

/**
 * Who calls a tool: known at once, or found for each call, such as over standard input, where one
 * connection has many calls.
 */
export type WithAsker = <T>(signal: AbortSignal, work: (asker: Asker) => Promise<T>) => Promise<T>;

/** Whose answers and calls these are: the user, or the token if the user is not known. */
export const viewerKey = ({ caller: { viewer } }: Pick<Asker, 'caller'>): string =>
  viewer?.userId ?? viewer?.key ?? '';

// An answer is read as a whole to be made small.
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

/** What is wanted of a document: its answer, what it would do, or what became of its writes. */
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
  new GraphQLError('The document is no mutation: ads_query answers it.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
