import { GraphQLError } from 'graphql';
import type { Context } from '../context.ts';
import { endpoints as allEndpoints } from '../upstream/catalogue/index.ts';
import { windowsOf } from '../upstream/catalogue/windows.ts';
import { costOf } from './cost.ts';
import { execute, executeSerially } from './execute.ts';
import { refuseCost } from './limits.ts';
import { saturated } from './measure.ts';
import type { MostCalls } from './most-calls.ts';
import { mostCallsOf } from './most-calls.ts';
import type { Plan } from './plan.ts';
import type { Answer } from './run.ts';

/** The calls that an operation makes of an endpoint, and the rate windows that they count in. */
export interface EndpointForecast {
  readonly endpoint: string;
  /** Made whatever is answered. */
  readonly least: number;
  /** Made where every list is full and every link leads elsewhere, and never more than LIMIT_CALLS. */
  readonly most: number;
  readonly scopes: readonly string[];
}

/** What an operation would cost; nothing of it is asked. */
export interface Forecast {
  /** The most objects that it can answer with, and values written of them. */
  readonly objects: number;
  readonly values: number;
  readonly calls: { readonly least: number; readonly most: number };
  readonly endpoints: readonly EndpointForecast[];
}

/**
 * Forecasts an operation in the place of running it. The least calls are found by executing it over a context whose every call
 * fails, as `createRehearsal` makes it; the most are reckoned from the plan. Errors say why it would be refused.
 */
export const forecast = async (
  plan: Plan,
  raw: Readonly<Record<string, unknown>>,
  rehearsal: Context,
): Promise<Omit<Answer, 'later'> & { readonly forecast?: Forecast }> => {
  const coerced = plan.coerce(raw);
  if ('errors' in coerced) return { errors: coerced.errors, faults: [] };
  const { values: variables } = coerced;
  const selection = plan.selectionFor(variables, false);
  const cost = costOf(plan, selection, variables);
  const execution = plan.isMutation ? executeSerially : execute;
  await execution(selection, { schema: plan.schema, context: rehearsal, variables });
  const least = new Map<string, number>();
  for (const { endpoint } of rehearsal.ads.calls) {
    // What is kept for all requests may be at hand.
    if (!kept.has(endpoint)) least.set(endpoint, (least.get(endpoint) ?? 0) + 1);
  }
  const most = mostCallsOf(selection, variables);
  const endpoints = [...new Set([...least.keys(), ...most.keys()])]
    .sort()
    .map((name) => endpointForecast(name, [least, most], plan.limits.calls));
  const sum = (which: 'least' | 'most'): number =>
    Math.min(
      plan.limits.calls,
      endpoints.reduce((all, one) => saturated(all + one[which]), 0),
    );
  const calls = { least: sum('least'), most: sum('most') };
  const { objects, values } = cost;
  const told = { forecast: { objects, values, calls, endpoints }, faults: [] };
  try {
    refuseCost(cost, plan.limits);
    return { ...told, data: 'null' };
  } catch (error) {
    if (error instanceof GraphQLError) return { ...told, errors: [error] };
    throw error;
  }
};

const kept: ReadonlySet<string> = new Set(
  allEndpoints.filter(({ isReference }) => isReference).map(({ name }) => name),
);

const endpointForecast = (
  name: string,
  [leastOf, mostOf]: readonly [ReadonlyMap<string, number>, ReadonlyMap<string, MostCalls>],
  limit: number,
): EndpointForecast => {
  const { usual, counted } = windowsOf({ name });
  const least = leastOf.get(name) ?? 0;
  const most = mostOf.get(name) ?? { usual: 0, counted: 0 };
  const isUsual = most.usual > 0 || least > 0;
  return {
    endpoint: name,
    least,
    most: Math.min(limit, Math.max(least, saturated(most.usual + most.counted))),
    scopes: [...(isUsual ? [usual.scope] : []), ...(most.counted > 0 ? [counted.scope] : [])],
  };
};
