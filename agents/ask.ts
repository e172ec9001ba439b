import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Caller } from '../src/auth/viewer.ts';
import type { OnStep } from '../src/context.ts';
import { refusal } from '../src/errors.ts';
import type { DryRunReport } from '../src/execution/dry-run.ts';
import type { Plan } from '../src/execution/plan/plan.ts';
import type { Exchange } from '../src/http/door/exchange.ts';
import type { Engine } from '../src/http/plugins/engine.ts';
import type { Content } from '../src/http/plugins/reply.ts';
import { parseLossless } from '../src/upstream/client/json/lossless.ts';
import { ofErrors, shownError, ToolError } from './tool-error.ts';

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
export interface WindowLeft {
  readonly scope: string;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: string;
}

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

/** What of the engine questions need. */
export type AskingEngine = Pick<Engine, 'ask'>;

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
export const createAsk = (engine: AskingEngine, { caller, exchange }: Asker): Ask => {
  const { record } = exchange;
  const windows = new Map<string, WindowLeft>();
  let calls = 0;
  const asked = async (
    { text, variables = {} }: Question,
    { isMutation, wanted = 'answer', onStep }: Wanted,
  ): Promise<Content> => {
    const check = (plan: Pick<Plan, 'isMutation'>): void => {
      if (plan.isMutation !== isMutation) throw isMutation ? needsNoPlan() : needsPlan();
    };
    const before = record.calls;
    const question = { text, variables, caller, wanted, check, onStep };
    const content = await engine.ask(question, exchange);
    if (record.calls !== before) record.calls = [...before, ...record.calls];
    const { upstream, adsBudget = [] } = extensionsIn(content);
    calls += upstream?.count ?? 0;
    for (const one of adsBudget) windows.set(one.scope, one);
    return content;
  };
  const ask = async <Data>(question: Question): Promise<Answered<Data>> => {
    const content = await asked(question, { isMutation: false });
    const { notes = [] } = extensionsIn(content);
    return { ...answerIn<Data>(content), notes: notes.map((note) => note.text) };
  };
  const dryRun: Ask['dryRun'] = async (question) => {
    const content = await asked(question, { isMutation: true, wanted: 'dry run' });
    const { dryRun: report } = extensionsIn(content);
    if (report === undefined) throw ofErrors((content.errors ?? []).map(shownError));
    return report;
  };
  const writing =
    (wanted: 'answer' | 'what was begun'): Ask['write'] =>
    async <Data>(question: Question, onStep: OnStep) => {
      const { data, errors = [] } = await asked(question, { isMutation: true, wanted, onStep });
      const told = errors.map(shownError);
      if (data === undefined) throw ofErrors(told);
      const { data: found } = parseLossless(data.toString()) as { readonly data: Data | null };
      return { data: found, errors: told, notes: [] };
    };
  return Object.assign(ask, {
    dryRun,
    write: writing('answer'),
    resume: writing('what was begun'),
    spent: () => ({ calls, windows: tightest([...windows.values()]) }),
  });
};

/** What is wanted of a document: its answer, what it would do, or what became of its writes. */
interface Wanted {
  readonly isMutation: boolean;
  readonly wanted?: 'answer' | 'dry run' | 'what was begun';
  readonly onStep?: OnStep;
}

const maxWindows = 3;

const tightest = (windows: readonly WindowLeft[]): readonly WindowLeft[] =>
  windows
    .toSorted((one, other) => one.remaining / one.limit - other.remaining / other.limit)
    .slice(0, maxWindows);

const needsPlan = (): GraphQLError =>
  new GraphQLError('The document is a mutation, and this tool only reads.', {
    extensions: { code: 'WRITE_NEEDS_PLAN' },
  });

const needsNoPlan = (): GraphQLError =>
  refusal('BAD_USER_INPUT', 'The document is no mutation: ads_query answers it.');

interface AnswerExtensions {
  readonly dryRun?: DryRunReport;
  readonly upstream?: { readonly count: number };
  readonly adsBudget?: readonly WindowLeft[];
  readonly notes?: readonly { readonly text: string }[];
}

const extensionsIn = ({ extensions = '{}' }: Content): AnswerExtensions =>
  JSON.parse(extensions) as AnswerExtensions;

const answerIn = <Data>({
  data,
  errors = [],
}: Content): Pick<Answered<Data>, 'data' | 'errors'> => {
  const told = errors.map(shownError);
  if (data === undefined) throw ofErrors(told);
  if (data.length > maxDataBytes) {
    const sizes = `${data.length} bytes, and an agent gets at most ${maxDataBytes}`;
    throw new ToolError('COST_LIMIT_EXCEEDED', `The answer has ${sizes}.`);
  }
  const { data: found } = parseLossless(data.toString()) as { readonly data: Data };
  if (found === null && told.length > 0) throw ofErrors(told);
  return { data: found, errors: told };
};
