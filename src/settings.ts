import { z } from 'zod';
import type { DocumentLimits } from './execution/limits.ts';

const mebibyte = 1024 * 1024;

/** Every limit: its usual value, and how low and high it can be set. None can be switched off. */
const limits = {
  LIMIT_BODY_BYTES: { usual: 6 * mebibyte, min: 1024, max: 64 * mebibyte },
  LIMIT_QUERY_BYTES: { usual: 64 * 1024, min: 128, max: mebibyte },
  LIMIT_TOKENS: { usual: 4000, min: 10, max: 50_000 },
  LIMIT_DEPTH: { usual: 20, min: 1, max: 100 },
  LIMIT_ALIASES: { usual: 50, min: 0, max: 10_000 },
  LIMIT_ROOT_FIELDS: { usual: 30, min: 1, max: 1000 },
  LIMIT_MUTATIONS: { usual: 10, min: 1, max: 1000 },
  LIMIT_DIRECTIVES: { usual: 5, min: 0, max: 100 },
  LIMIT_FIELDS: { usual: 5000, min: 1, max: 1_000_000 },
  LIMIT_VALUES: { usual: 2_000_000, min: 1, max: 1_000_000_000 },
  LIMIT_ANSWER_BYTES: { usual: 64 * mebibyte, min: 1024, max: 1024 * mebibyte },
  LIMIT_OBJECTS: { usual: 50_000, min: 1, max: 10_000_000 },
  LIMIT_CALLS: { usual: 200, min: 1, max: 100_000 },
  LIMIT_IN_FLIGHT: { usual: 256, min: 1, max: 100_000 },
  LIMIT_WAITING: { usual: 256, min: 0, max: 100_000 },
  LIMIT_WAIT_MS: { usual: 1000, min: 0, max: 60_000 },
  LIMIT_CONNECTIONS: { usual: 64, min: 1, max: 10_000 },
  LIMIT_PAGE_BYTES: { usual: 16 * mebibyte, min: 1024, max: 256 * mebibyte },
  LIMIT_READ_RETRIES: { usual: 2, min: 0, max: 10 },
} as const;

const timeouts = {
  TIMEOUT_CONNECT_MS: { usual: 2000, min: 1, max: 60_000 },
  TIMEOUT_CALL_MS: { usual: 10_000, min: 1, max: 600_000 },
  TIMEOUT_BATCH_MS: { usual: 30_000, min: 1, max: 600_000 },
  TIMEOUT_OPERATION_MS: { usual: 25_000, min: 1, max: 600_000 },
  TIMEOUT_HEADERS_MS: { usual: 10_000, min: 1, max: 600_000 },
  TIMEOUT_REQUEST_MS: { usual: 30_000, min: 1, max: 600_000 },
  TIMEOUT_DRAIN_MS: { usual: 20_000, min: 0, max: 600_000 },
} as const;

interface Range {
  readonly usual: number;
  readonly min: number;
  readonly max: number;
}

const whole = ({ usual, min, max }: Range) => {
  const wrong = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, wrong)
    .transform(Number)
    .refine((number) => number >= min && number <= max, wrong)
    .default(usual);
};

type Shape<T> = Readonly<Record<keyof T, ReturnType<typeof whole>>>;

const shapeOf = <T extends Readonly<Record<string, Range>>>(ranges: T): Shape<T> =>
  Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => [name, whole(range)]),
  ) as Shape<T>;

const wrongRatio = 'must be a number from 0 to 1';

/** The limits as variables. */
export const limitShape = {
  ...shapeOf(limits),
  LIMIT_RETRY_RATIO: z
    .string()
    .regex(/^(0|1|0?\.\d{1,6}|1\.0)$/, wrongRatio)
    .transform(Number)
    .default(0.1),
};

/** The deadlines as variables. */
export const timeoutShape = shapeOf(timeouts);

type LimitName = keyof typeof limitShape;
type TimeoutName = keyof typeof timeoutShape;

/** Every limit by what it limits. */
export interface Limits extends DocumentLimits {
  readonly bodyBytes: number;
  readonly calls: number;
  readonly inFlight: number;
  readonly waiting: number;
  readonly waitMs: number;
  readonly connections: number;
  readonly pageBytes: number;
  readonly readRetries: number;
  readonly retryRatio: number;
}

/** Every deadline in milliseconds, by what it ends. */
export interface Timeouts {
  readonly connect: number;
  readonly call: number;
  readonly batch: number;
  readonly operation: number;
  readonly mutation: number;
  readonly headers: number;
  readonly request: number;
  readonly drain: number;
}

/** The limits of checked variables. */
export const limitsOf = (values: Readonly<Record<LimitName, number>>): Limits => ({
  bodyBytes: values.LIMIT_BODY_BYTES,
  queryBytes: values.LIMIT_QUERY_BYTES,
  tokens: values.LIMIT_TOKENS,
  depth: values.LIMIT_DEPTH,
  aliases: values.LIMIT_ALIASES,
  rootFields: values.LIMIT_ROOT_FIELDS,
  mutations: values.LIMIT_MUTATIONS,
  directives: values.LIMIT_DIRECTIVES,
  fields: values.LIMIT_FIELDS,
  objects: values.LIMIT_OBJECTS,
  values: values.LIMIT_VALUES,
  answerBytes: values.LIMIT_ANSWER_BYTES,
  calls: values.LIMIT_CALLS,
  inFlight: values.LIMIT_IN_FLIGHT,
  waiting: values.LIMIT_WAITING,
  waitMs: values.LIMIT_WAIT_MS,
  connections: values.LIMIT_CONNECTIONS,
  pageBytes: values.LIMIT_PAGE_BYTES,
  readRetries: values.LIMIT_READ_RETRIES,
  retryRatio: values.LIMIT_RETRY_RATIO,
});

// A write may take as long as a whole batch call, and is never cut short to answer sooner.
const longerForMutations = 10_000;

/** The deadlines of checked variables. */
export const timeoutsOf = (values: Readonly<Record<TimeoutName, number>>): Timeouts => ({
  connect: values.TIMEOUT_CONNECT_MS,
  call: values.TIMEOUT_CALL_MS,
  batch: values.TIMEOUT_BATCH_MS,
  operation: values.TIMEOUT_OPERATION_MS,
  mutation: values.TIMEOUT_OPERATION_MS + longerForMutations,
  headers: values.TIMEOUT_HEADERS_MS,
  request: values.TIMEOUT_REQUEST_MS,
  drain: values.TIMEOUT_DRAIN_MS,
});

/** Every LIMIT_ and TIMEOUT_ variable with the value that holds. */
export const printable = (
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...Object.keys(limitShape), ...Object.keys(timeoutShape)].map((name) => [name, values[name]]),
  );
