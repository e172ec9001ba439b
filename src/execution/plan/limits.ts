import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { refusal } from '../../errors/errors.ts';

/**
 * The limits of an operation (`LIMIT_TOKENS` and so on), in the unit of their name; the answer in
 * bytes.
 */
export interface DocumentLimits {
  readonly tokens: number;
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly mutations: number;
  readonly directives: number;
  readonly fields: number;
  readonly objects: number;
  readonly values: number;
  readonly calls: number;
  readonly answerBytes: number;
  readonly filterRows: number;
}

/**
 * The cost of an operation. `objects` is the largest number of rows in the answer. `values` is the
 * largest number of fields that are written for them, deferred fragments included. `calls` is the
 * least number of upstream calls when all lists are full.
 *
 * `{ account(id: "a") { campaigns(first: 20) { nodes { name lineItems(first: 10) { nodes { id } } }
 * } } }` has 1 account, 20 campaigns and 200 line items: 221 objects. It writes `campaigns` once,
 * `nodes`, and for each campaign `name`, `lineItems` and its `nodes`, and an `id` for each line
 * item. The line items of up to 200 campaigns are one call, and no row of the account is read: 2
 * calls. `field` is `lineItems`, which has the most objects; null if no field has any.
 */
export interface Cost {
  readonly objects: number;
  readonly calls: number;
  readonly values: number;
  readonly field: string | null;
}

/** Throws COST_LIMIT_EXCEEDED if the cost is above a limit. */
export const refuseCost = (cost: Cost, limits: DocumentLimits): void => {
  const { objects, calls, values } = cost;
  if (objects <= limits.objects && calls <= limits.calls && values <= limits.values) return;
  throw costError(cost, limits);
};

const costError = (cost: Cost, limits: DocumentLimits): GraphQLError => {
  const excesses = [
    cost.objects > limits.objects &&
      `can return ${cost.objects} objects (LIMIT_OBJECTS is ${limits.objects})`,
    cost.calls > limits.calls &&
      `needs at least ${cost.calls} upstream calls if every list is full (LIMIT_CALLS is ${limits.calls})`,
    cost.values > limits.values &&
      `can return ${cost.values} values (LIMIT_VALUES is ${limits.values})`,
  ].filter((one) => one !== false);
  return refusal(
    'COST_LIMIT_EXCEEDED',
    `The operation ${excesses.join(' and ')}.${cost.field === null ? '' : ` Most objects are of ${cost.field}.`} Use a smaller first, fewer levels or fewer fields.`,
    { extensions: { cost } },
  );
};

/** The error that replaces an answer longer than LIMIT_ANSWER_BYTES. */
export const answerTooLong = (limit: number): GraphQLFormattedError => ({
  message: `The response is larger than ${limit} bytes (LIMIT_ANSWER_BYTES). Use a smaller first, or fewer fields.`,
  extensions: { code: 'COST_LIMIT_EXCEEDED' },
});
