import { GraphQLError } from 'graphql';
import type { Context } from '../resolvers/context.ts';
import { windowsOf } from '../upstream/catalogue/rate-windows.ts';
import { execute, infoOf } from './answer/execute.ts';
import { noData } from './answer/failures.ts';
import { type Answer, faultsIn, type WriteFaults } from './answer/run-operation.ts';
import { costOf } from './cost/cost.ts';
import { createTally, type MostCalls, totalCalls } from './cost/most-calls.ts';
import { refuseCost, saturated } from './plan/measure.ts';
import { type Plan, referenceEndpoints } from './plan/plan.ts';

/** The number of calls of one endpoint, and the scopes of the rate windows that count them. */
interface EndpointForecast {
  readonly endpoint: string;
  /**
   * The number of calls that are made whatever the API responds. A write with an `idempotencyKey`
   * is not counted, because it may have been applied before.
   */
  readonly least: number;
  /**
   * The number of calls if every list is full, every link leads to another row, and every write
   * with an `idempotencyKey` is read back; at most LIMIT_CALLS. It assumes the documented API: full
   * pages, no refusal because of one of many ids, reference data on one page.
   */
  readonly most: number;
  readonly scopes: readonly string[];
}

/** The cost of an operation in upstream calls: `extensions.plan` of the answer. */
export interface Forecast {
  /** The largest number of objects in the answer, and of values written for them. */
  readonly objects: number;
  readonly values: number;
  readonly calls: { readonly least: number; readonly most: number };
  readonly endpoints: readonly EndpointForecast[];
  /** For a mutation, the faults in the input of each field. */
  readonly writes?: readonly WriteFaults[];
}

/**
 * Forecasts an operation instead of running it; nothing is sent. The least calls are those that the
 * operation tries to make with `rehearsal`, a context in which every call fails unsent
 * (`createRehearsal`). The most calls are computed from the plan. The result has errors if the
 * operation would be refused. It has a forecast unless the variables cannot be coerced.
 *
 * For `{ account(id: "a") { name campaigns(first: 20) { nodes { name lineItems(first: 5) { nodes {
 * id } } } } } }` the least is 2 calls: the account and its campaigns are read whatever the API
 * answers. The most is 31, with 29 calls for the line items: one merged page, 8 for groups of
 * campaigns, and 20 for campaigns alone (`maxCallsFor`).
 */
export const forecast = async (
  plan: Plan,
  raw: Readonly<Record<string, unknown>>,
  rehearsal: Context,
): Promise<Pick<Answer, 'data' | 'errors'> & { readonly forecast?: Forecast }> => {
  const coerced = plan.coerce(raw);
  if ('errors' in coerced) return { errors: coerced.errors };
  const { values: variables } = coerced;
  const selection = plan.selectionFor(variables, false);
  const tally = createTally(plan.limits.filterRows);
  const cost = costOf({ plan, selection, variables }, tally);
  const { isMutation: isSerial } = plan;
  const info = infoOf(plan.schema);
  const level = await execute(selection, { info, context: rehearsal, variables, isSerial });
  const least = new Map<string, number>();
  for (const { endpoint } of rehearsal.ads.calls) {
    // Reference data may be cached.
    if (!referenceEndpoints.has(endpoint)) least.set(endpoint, (least.get(endpoint) ?? 0) + 1);
  }
  const most = totalCalls(tally);
  const endpoints = [...new Set([...least.keys(), ...most.keys()])]
    .sort()
    .map((name) => endpointForecast(name, { least, most }, plan.limits.calls));
  const sum = (bound: 'least' | 'most'): number =>
    Math.min(
      plan.limits.calls,
      endpoints.reduce((all, one) => saturated(all + one[bound]), 0),
    );
  const calls = { least: sum('least'), most: sum('most') };
  const { objects, values } = cost;
  const writes = isSerial ? { writes: faultsIn(level) } : {};
  const costs = { objects, values, calls, endpoints, ...writes };
  try {
    refuseCost(cost, plan.limits);
    return { forecast: costs, data: noData };
  } catch (error) {
    if (error instanceof GraphQLError) return { forecast: costs, errors: [error] };
    throw error;
  }
};

/** The fewest and the most calls of each endpoint. */
interface CallBounds {
  readonly least: ReadonlyMap<string, number>;
  readonly most: ReadonlyMap<string, MostCalls>;
}

const endpointForecast = (name: string, bounds: CallBounds, limit: number): EndpointForecast => {
  const { standard, counted } = windowsOf({ name });
  const least = bounds.least.get(name) ?? 0;
  const most = bounds.most.get(name) ?? { standard: 0, counted: 0 };
  const hasStandard = most.standard > 0 || least > 0;
  return {
    endpoint: name,
    least,
    most: Math.min(limit, Math.max(least, saturated(most.standard + most.counted))),
    scopes: [
      ...(hasStandard ? [standard.scope] : []),
      ...(most.counted > 0 ? [counted.scope] : []),
    ],
  };
};
