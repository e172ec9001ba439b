import type { GraphQLFormattedError } from 'graphql';
import { GraphQLError } from 'graphql';
import type { Context } from '../context.ts';
import { toFormattedError } from '../errors.ts';
import type { Selection, Variables } from '../resolvers/field.ts';
import { costOf } from './cost.ts';
import { execute, executeSerially } from './execute.ts';
import { refuseCost } from './limits.ts';
import type { Plan } from './plan.ts';
import type { Failure, Written } from './write.ts';
import { TooLong, write } from './write.ts';

/** What a request is answered with. */
export interface Answer {
  /** The data as JSON text, ready to be sent; absent where the request was refused before execution. */
  readonly data?: string;
  readonly errors?: readonly (GraphQLError | GraphQLFormattedError)[];
  /** The causes of masked errors, for the log alone. */
  readonly faults: readonly unknown[];
}

/** An operation whose variables are coerced and whose cost is within the limits. */
export interface Ready {
  readonly plan: Plan;
  readonly selection: Selection;
  readonly variables: Variables;
  /** How many upstream calls it cannot do without. */
  readonly calls: number;
}

/** Coerces the variables of a planned operation and refuses what costs too much; what it answers then has errors alone. */
export const readyFor = (
  plan: Plan,
  raw: Readonly<Record<string, unknown>>,
): Ready | { readonly errors: readonly GraphQLError[] } => {
  const coerced = plan.coerce(raw);
  if ('errors' in coerced) return { errors: coerced.errors };
  const { values: variables } = coerced;
  try {
    const selection = plan.selectionFor(variables);
    const cost = costOf(plan, selection, variables);
    refuseCost(cost, plan.limits);
    return { plan, selection, variables, calls: cost.calls };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
};

/** Answers an operation: executes, writes, and codes every error. */
export const run = async (
  { plan, selection, variables }: Ready,
  context: Context,
): Promise<Answer> => {
  const running = { schema: plan.schema, context, variables };
  const execution = plan.isMutation ? executeSerially : execute;
  try {
    return answerOf(write(await execution(selection, running), running, plan.limits.answerBytes));
  } catch (error) {
    if (error instanceof TooLong) return { data: 'null', errors: [tooLong(plan)], faults: [] };
    if (error instanceof GraphQLError) return { errors: [error], faults: [] };
    throw error;
  }
};

const tooLong = ({ limits }: Plan): GraphQLFormattedError => ({
  message: `The answer is longer than LIMIT_ANSWER_BYTES (${limits.answerBytes}). Ask for shorter lists with first, or for fewer fields.`,
  extensions: { code: 'COST_LIMIT_EXCEEDED' },
});

/** An answer with a thousand errors helps nobody, and its paths cost more than its data. */
const maxErrors = 100;

const answerOf = ({ data, failures }: Written): Answer => {
  if (failures.length === 0) return { data, faults: [] };
  const faults: unknown[] = [];
  const isCut = failures.length > maxErrors;
  const shown = failures.slice(0, isCut ? maxErrors - 1 : maxErrors);
  const errors = shown.map((failure) => formatted(failure, faults));
  const [next] = failures.slice(shown.length);
  if (next !== undefined) {
    const { extensions } = formatted(next, faults);
    const message = `${failures.length - shown.length} more errors are not shown.`;
    errors.push({ message, extensions: { code: extensions?.['code'] } });
  }
  return { data, errors, faults };
};

const formatted = ({ error, field, path }: Failure, faults: unknown[]): GraphQLFormattedError =>
  toFormattedError(error, { path, locations: field.positions, written: field.written }, (cause) =>
    faults.push(cause),
  );
