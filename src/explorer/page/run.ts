import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Answered, Budget, Call } from './ask.ts';
import { AskError, ask } from './ask.ts';
import { documentOf, operationAt, placesOf } from './places.ts';
import type { Totals } from './totals.ts';
import { totalsOf } from './totals.ts';
import type { Tab } from './work.ts';

/** A run that was answered. */
export interface Done {
  readonly state: 'done';
  readonly answered: Answered;
  /** The answer as JSON, without the calls and windows, which are shown elsewhere. */
  readonly text: string;
  readonly calls: readonly Call[];
  readonly budget: readonly Budget[];
  readonly totals: Totals;
  readonly operation: OperationDefinitionNode | null;
  readonly variables: string;
}

/** How the last run of a tab stands. */
export type Run =
  | { readonly state: 'running'; readonly stop: () => void }
  | { readonly state: 'failed'; readonly message: string }
  | Done;

/** Runs the operation around the cursor. Never rejects. */
export const runTab = async (
  tab: Tab,
  {
    cursor,
    schema,
    signal,
  }: {
    readonly cursor: number;
    readonly schema: GraphQLSchema | null;
    readonly signal: AbortSignal;
  },
): Promise<Run> => {
  const document = documentOf(tab.query);
  const operation = operationAt(document, cursor);
  const operationName = operation?.name?.value ?? null;
  try {
    const answered = await ask({ ...tab, operationName }, 'trace', signal);
    const places = placesOf(document, operation, schema);
    const totals = totalsOf(callsOf(answered), answered, places);
    return doneOf({ answered, totals, operation, variables: tab.variables });
  } catch (error) {
    if (signal.aborted) {
      return { state: 'failed', message: 'Stopped. A write that was sent may still be applied.' };
    }
    return { state: 'failed', message: error instanceof AskError ? error.message : String(error) };
  }
};

const callsOf = ({ body: { extensions } }: Answered): readonly Call[] =>
  extensions?.upstream?.calls ?? [];

/** A run with all that its answer says. */
export const doneOf = (
  run: Pick<Done, 'answered' | 'totals' | 'operation' | 'variables'>,
): Done => {
  const { extensions = {}, ...rest } = run.answered.body;
  const { upstream: _, adsBudget = [], ...others } = extensions;
  const shown = Object.keys(others).length === 0 ? rest : { ...rest, extensions: others };
  return {
    ...run,
    state: 'done',
    text: JSON.stringify(shown, null, 2),
    calls: callsOf(run.answered),
    budget: adsBudget,
  };
};
