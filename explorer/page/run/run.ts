import { type GraphQLSchema, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { DryRun } from '../../../client/dry-run.ts';
import type { RateBudget, TracedCall } from '../../../client/extensions.ts';
import type { AnswerBody } from '../gateway/answer-body.ts';
import { type Answered, AskError, ask, objectIn } from '../gateway/ask.ts';
import { documentOf, laterPartsOf, operationAt, spotsOf } from '../language/spots.ts';
import { reasonOf, sentenceOf } from '../words.ts';
import type { Tab } from '../work/work.ts';
import { type Totals, totalsOf } from './totals.ts';

/** A run that was answered. */
export interface EndedRun {
  readonly state: 'done';
  readonly answered: Answered;
  /** The answer as JSON, without the calls and windows, which are shown elsewhere. */
  readonly text: string;
  readonly calls: readonly TracedCall[];
  /** True if the gateway said which calls it made. */
  readonly isTraced: boolean;
  readonly budget: readonly RateBudget[];
  readonly totals: Totals;
  readonly operation: OperationDefinitionNode | null;
  readonly variables: string;
}

/** The part of an incremental answer that has arrived while more is to come. */
export interface PartialAnswer {
  readonly text: string;
  readonly data: AnswerBody['data'];
  /** The number of parts that came; 0 while there are only calls. */
  readonly count: number;
  /** The calls so far. */
  readonly calls: readonly TracedCall[];
  /** The deferred and streamed fields that have not arrived. */
  readonly open: readonly string[];
}

/** The effect of a mutation, before it is sent. */
export interface DryRunState {
  readonly state: 'dry';
  readonly writes: readonly DryRun[];
  /** The tab whose operation around the cursor would be sent. */
  readonly tab: Tab;
  readonly cursor: number;
}

/** A run without an answer. */
interface FailedRun {
  readonly state: 'failed';
  readonly message: string;
  /** The position of the operation, and the time from which it may be run again. */
  readonly retry?: { readonly cursor: number; readonly at: number };
  /** The previous answer of the tab, which is still shown. */
  readonly before?: EndedRun | null;
}

/** The state of a tab's last run. */
export type PageRun =
  | DryRunState
  | { readonly state: 'running'; readonly stop: () => void; readonly partial: PartialAnswer | null }
  | FailedRun
  /** The answer was too large to outlive a reload. */
  | { readonly state: 'lost' }
  | EndedRun;

interface QueryOptions {
  readonly cursor: number;
  readonly schema: GraphQLSchema | null;
  readonly signal: AbortSignal;
  readonly onPartial: (partial: PartialAnswer) => void;
  /** True if a mutation only shows its effect and is not sent. */
  readonly isDry: boolean;
}

/** Runs the operation around the cursor. Never rejects. */
export const runTab = async (
  tab: Tab,
  { cursor, schema, signal, onPartial, isDry }: QueryOptions,
): Promise<PageRun> => {
  const document = documentOf(tab.query);
  const operation = operationAt(document, cursor);
  const operationName = operation?.name?.value ?? null;
  const spots = spotsOf(document, operation, schema);
  const later = laterPartsOf(operation, spots);
  const isMutation = operation?.operation === OperationTypeNode.MUTATION;
  try {
    const variables = objectIn(tab.variables, 'The variables');
    const asked = { spots, isKnown: schema !== null, variables, isMutation };
    if (isDry && isMutation) {
      const answered = await ask({ ...tab, operationName }, 'dry-run', { signal });
      const { dryRun } = answered.body.extensions ?? {};
      if (dryRun !== undefined) return { state: 'dry', writes: dryRun.writes, tab, cursor };
      const totals = totalsOf(answered, asked);
      return doneOf({ answered, totals, operation, variables: tab.variables });
    }
    const answered = await ask({ ...tab, operationName }, 'trace', {
      signal,
      onParts: ({ body, count, arrived }) =>
        onPartial({
          text: textOf(body),
          data: body.data ?? null,
          count,
          calls: body.extensions?.upstream?.calls ?? [],
          open: later.filter((one) => !arrived.includes(one)),
        }),
    });
    // The page draws and handles keys after each long step, because an answer may have megabytes.
    await nextTask();
    const turnedAway = whyTurnedAway(answered);
    if (turnedAway !== null) {
      return { state: 'failed', message: turnedAway, retry: { cursor, at: retryTimeOf(answered) } };
    }
    const totals = totalsOf(answered, asked);
    await nextTask();
    return doneOf({ answered, totals, operation, variables: tab.variables });
  } catch (error) {
    if (signal.aborted) {
      const may = isMutation ? ' A write that was sent may still be applied.' : '';
      return { state: 'failed', message: `Stopped.${may}` };
    }
    const message = reasonOf(error);
    const mayRetry = !isMutation && error instanceof AskError && error.cause !== undefined;
    return { state: 'failed', message, ...(mayRetry && { retry: { cursor, at: 0 } }) };
  }
};

/** The time from which a retry may succeed, in milliseconds since 1970. */
export const retryTimeOf = ({ at, body: { errors = [] } }: Answered): number =>
  at + 1000 * Math.max(0, ...errors.map(({ extensions }) => extensions?.retryAfterSeconds ?? 0));

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The reason why the gateway ran no operation at all; null if it ran this one. */
const whyTurnedAway = ({ status, body: { data, errors = [] } }: Answered): string | null => {
  const [error] = errors;
  if (status !== 503 || data !== undefined || error === undefined) return null;
  return sentenceOf(error.message);
};

const textOf = (body: AnswerBody): string => {
  const { extensions = {}, hasNext: _hasNext, ...rest } = body;
  const { upstream: _upstream, adsBudget: _adsBudget, ...others } = extensions;
  const shown = Object.keys(others).length === 0 ? rest : { ...rest, extensions: others };
  return JSON.stringify(shown, null, 2);
};

/** A run with the content of its answer. */
export const doneOf = (
  run: Pick<EndedRun, 'answered' | 'totals' | 'operation' | 'variables'>,
): EndedRun => {
  const { body } = run.answered;
  const { upstream, adsBudget = [] } = body.extensions ?? {};
  return {
    ...run,
    state: 'done',
    text: textOf(body),
    calls: upstream?.calls ?? [],
    isTraced: upstream !== undefined,
    budget: adsBudget,
  };
};
