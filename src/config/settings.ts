import { z } from 'zod';
import { camelCase } from '../upstream/catalogue/names.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

/** Every limit by its variable: its default and its bounds. */
const limits = {
  LIMIT_BODY_BYTES: { defaultValue: 6 * mebibyte, min: 1024, max: 64 * mebibyte },
  LIMIT_BODIES_BYTES: { defaultValue: 64 * mebibyte, min: 1024, max: gibibyte },
  LIMIT_QUERY_BYTES: { defaultValue: 64 * 1024, min: 128, max: mebibyte },
  LIMIT_TOKENS: { defaultValue: 4000, min: 10, max: 50_000 },
  LIMIT_DEPTH: { defaultValue: 20, min: 1, max: 100 },
  LIMIT_ALIASES: { defaultValue: 50, min: 0, max: 10_000 },
  LIMIT_ROOT_FIELDS: { defaultValue: 30, min: 1, max: 1000 },
  LIMIT_MUTATIONS: { defaultValue: 10, min: 1, max: 1000 },
  LIMIT_DIRECTIVES: { defaultValue: 5, min: 0, max: 100 },
  LIMIT_FIELDS: { defaultValue: 5000, min: 1, max: 1_000_000 },
  LIMIT_OBJECTS: { defaultValue: 50_000, min: 1, max: 10_000_000 },
  LIMIT_VALUES: { defaultValue: 2_000_000, min: 1, max: 1_000_000_000 },
  LIMIT_ANSWER_BYTES: { defaultValue: 64 * mebibyte, min: 1024, max: 1024 * mebibyte },
  LIMIT_ANSWERS_BYTES: { defaultValue: 256 * mebibyte, min: 1024, max: 64 * gibibyte },
  LIMIT_CLIENTS: { defaultValue: 4096, min: 1, max: 1_000_000 },
  LIMIT_FILTER_ROWS: { defaultValue: 10_000, min: 1, max: 1_000_000 },
  LIMIT_KEPT_LIST_MS: { defaultValue: 60_000, min: 0, max: 900_000 },
  LIMIT_LEDGER_BYTES: { defaultValue: 32 * mebibyte, min: 1024, max: 64 * gibibyte },
  LIMIT_CALLS: { defaultValue: 200, min: 1, max: 100_000 },
  LIMIT_IN_FLIGHT: { defaultValue: 256, min: 1, max: 100_000 },
  LIMIT_WAITING: { defaultValue: 256, min: 0, max: 100_000 },
  LIMIT_WAIT_MS: { defaultValue: 1000, min: 0, max: 60_000 },
  LIMIT_SHARE: { defaultValue: 0.5, min: 0.01, max: 1, isRatio: true },
  LIMIT_UPLOADS: { defaultValue: 32, min: 1, max: 10_000 },
  LIMIT_UPLOAD_BYTES: { defaultValue: 512 * mebibyte, min: 1, max: 512 * mebibyte },
  LIMIT_SIGN_INS: { defaultValue: 600, min: 1, max: 1_000_000 },
  LIMIT_SIGN_INS_EACH: { defaultValue: 30, min: 1, max: 1_000_000 },
  LIMIT_CONNECTIONS: { defaultValue: 512, min: 1, max: 10_000 },
  LIMIT_PAGE_BYTES: { defaultValue: 16 * mebibyte, min: 1024, max: 256 * mebibyte },
  LIMIT_RESULT_BYTES: { defaultValue: 64 * mebibyte, min: 1024, max: gibibyte },
  LIMIT_REFERENCE_BYTES: { defaultValue: 32 * mebibyte, min: 1024, max: gibibyte },
  LIMIT_MCP_CALLS: { defaultValue: 120, min: 1, max: 100_000 },
  LIMIT_MCP_PLANS: { defaultValue: 50, min: 1, max: 1000 },
  LIMIT_MCP_RESULT_BYTES: { defaultValue: 16 * 1024, min: 4096, max: mebibyte },
  LIMIT_MCP_ANSWERS_BYTES: { defaultValue: 64 * mebibyte, min: 1024, max: gibibyte },
  LIMIT_MCP_TOOLS_BYTES: { defaultValue: 64 * 1024, min: 1024, max: mebibyte },
  LIMIT_READ_RETRIES: { defaultValue: 2, min: 0, max: 10 },
  LIMIT_RETRY_RATIO: { defaultValue: 0.1, min: 0, max: 1, isRatio: true },
} as const;

/** The same for deadlines, in milliseconds. */
const timeouts = {
  TIMEOUT_CONNECT_MS: { defaultValue: 2000, min: 1, max: 60_000 },
  TIMEOUT_CALL_MS: { defaultValue: 10_000, min: 1, max: 600_000 },
  TIMEOUT_BATCH_MS: { defaultValue: 30_000, min: 1, max: 600_000 },
  TIMEOUT_OPERATION_MS: { defaultValue: 25_000, min: 1, max: 600_000 },
  TIMEOUT_HEADERS_MS: { defaultValue: 10_000, min: 1, max: 600_000 },
  TIMEOUT_REQUEST_MS: { defaultValue: 30_000, min: 1, max: 600_000 },
  TIMEOUT_UPLOAD_MS: { defaultValue: 1_800_000, min: 1, max: 86_400_000 },
  TIMEOUT_ANSWER_MS: { defaultValue: 30_000, min: 1, max: 600_000 },
  TIMEOUT_KEEP_ALIVE_MS: { defaultValue: 75_000, min: 1, max: 3_600_000 },
  TIMEOUT_MCP_ANSWER_MS: { defaultValue: 900_000, min: 1000, max: 86_400_000 },
  TIMEOUT_MCP_PLAN_MS: { defaultValue: 900_000, min: 1000, max: 86_400_000 },
  TIMEOUT_MCP_TOKEN_MS: { defaultValue: 3_600_000, min: 1000, max: 86_400_000 },
  TIMEOUT_LAME_DUCK_MS: { defaultValue: 5000, min: 0, max: 600_000 },
  TIMEOUT_DRAIN_MS: { defaultValue: 20_000, min: 0, max: 600_000 },
  TIMEOUT_GRACE_MS: { defaultValue: 1000, min: 0, max: 60_000 },
} as const;

interface Setting {
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
  /** True if it may have decimals. */
  readonly isRatio?: boolean;
}

type SettingTable = Readonly<Record<string, Setting>>;
type SettingValues<T extends SettingTable> = Readonly<Record<keyof T, number>>;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** The name in the program: `bodyBytes` for LIMIT_BODY_BYTES, `call` for TIMEOUT_CALL_MS. */
type ProgramName<Variable> = Variable extends `LIMIT_${infer Name}` | `TIMEOUT_${infer Name}_MS`
  ? CamelCase<Name>
  : never;

const programName = (variable: string): string =>
  camelCase(variable.replace(/^LIMIT_|^TIMEOUT_|(?<=^TIMEOUT_.*)_MS$/g, '').toLowerCase());

type ByProgramName<T extends SettingTable> = {
  readonly [Variable in keyof T as ProgramName<Variable>]: number;
};

/** Every limit by its name in the program: `{ depth: 20, … }`. */
export type Limits = ByProgramName<typeof limits>;

/** Every deadline by its name in the program, in milliseconds. */
export type Timeouts = ByProgramName<typeof timeouts> & {
  readonly mutation: number;
  readonly step: number;
};

/** The schema of a variable that holds a number within bounds. */
export const checked = ({ defaultValue, min, max, isRatio = false }: Setting) => {
  const wrong = `must be a ${isRatio ? '' : 'whole '}number from ${min} to ${max}`;
  return z
    .string()
    .regex(isRatio ? /^(\d|\d?\.\d{1,6})$/ : /^\d{1,12}$/, wrong)
    .transform(Number)
    .refine((number) => number >= min && number <= max, wrong)
    .default(defaultValue);
};

const shapeOf = <T extends SettingTable>(table: T) =>
  Object.fromEntries(
    Object.entries(table).map(([variable, setting]) => [variable, checked(setting)]),
  ) as Readonly<Record<keyof T, ReturnType<typeof checked>>>;

const named = <T extends SettingTable>(table: T, values: SettingValues<T>): ByProgramName<T> =>
  Object.fromEntries(
    Object.keys(table).map((variable) => [programName(variable), values[variable]]),
  ) as ByProgramName<T>;

/** The schemas of all limits and deadlines by their variables. */
export const settingsShape = { ...shapeOf(limits), ...shapeOf(timeouts) };

export const limitsOf = (values: SettingValues<typeof limits>): Limits => named(limits, values);

/**
 * The share of each limit that a worker has; `slot` is its number, from 0. The shares add up to the
 * whole: of 10 places, 4 workers have 2, 2, 3 and 3. No share is below 1, or below one body or one
 * answer.
 */
export const limitsOfWorker = (limits: Limits, slot: number, workers: number): Limits => {
  const share = (whole: number, least = 1): number =>
    Math.max(Math.min(least, whole), Math.floor((whole + slot) / workers));
  return {
    ...limits,
    inFlight: share(limits.inFlight),
    waiting: share(limits.waiting),
    connections: share(limits.connections),
    uploads: share(limits.uploads),
    clients: share(limits.clients),
    bodiesBytes: share(limits.bodiesBytes, limits.bodyBytes),
    answersBytes: share(limits.answersBytes, limits.answerBytes),
  };
};

// A write may take as long as a batch call: it is not cut short to answer sooner.
const longerForMutations = 10_000;
// A step of a launch that begins later than this before the deadline could be cut off, and then its
// outcome would be unknown.
const stepMs = 5000;

export const timeoutsOf = (values: SettingValues<typeof timeouts>): Timeouts => {
  const own = named(timeouts, values);
  return { ...own, mutation: own.operation + longerForMutations, step: stepMs };
};

/** The limits and deadlines among checked variables. */
export const printable = (
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.keys(settingsShape).map((name) => [name, values[name]]));
