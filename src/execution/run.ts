import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { Context } from '../context.ts';
import type { Cost } from './cost.ts';
import { refusal, toGraphQLError } from './errors.ts';
import type { Prepared } from './prepare.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a request is answered with. `faults` are the causes of masked errors, for the log alone. */
export interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly (GraphQLError | GraphQLFormattedError)[];
  readonly faults: readonly unknown[];
}

/** Answers a prepared operation: coerces its variables, refuses what costs too much, executes, and codes every error. */
export const run = async (prepared: Prepared, raw: Values, context: Context): Promise<Answer> => {
  const coerced = prepared.coerce(raw);
  if ('errors' in coerced) return { errors: coerced.errors, faults: [] };
  const tooMuch = costRefusal(prepared.costOf(coerced.values), prepared.most);
  if (tooMuch !== null) return { errors: [tooMuch], faults: [] };
  const { data, errors } = await prepared.execute(context, { raw, values: coerced.values });
  if (errors === undefined) return { data, faults: [] };
  const faults: unknown[] = [];
  return {
    data,
    errors: errors.map((error) =>
      toGraphQLError(error, {
        written: prepared.argumentsAt(error.path ?? []),
        report: (cause) => faults.push(cause),
      }),
    ),
    faults,
  };
};

const costRefusal = ({ objects, calls }: Cost, most: Prepared['most']): GraphQLError | null =>
  objects <= most.objects && calls <= most.calls
    ? null
    : refusal(
        'COST_LIMIT_EXCEEDED',
        `The operation can answer with ${objects} objects (LIMIT_OBJECTS is ${most.objects}) and needs at least ${calls} upstream calls (LIMIT_CALLS is ${most.calls}). Ask for shorter lists with first, or for fewer levels.`,
        { extensions: { cost: { objects, calls } } },
      );
