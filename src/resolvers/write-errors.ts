import { GraphQLError } from 'graphql';
import { argumentPath } from '../errors/errors.ts';
import type { Endpoint, OperationType } from '../upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../upstream/catalogue/language/identifiers.ts';
import type { Fields } from '../upstream/catalogue/language/kinds.ts';
import { decimalOf, microsOf } from '../upstream/catalogue/language/money.ts';
import {
  type FaultFacts,
  parameterPath,
  problem,
  sentenceOfRefusal,
} from '../upstream/catalogue/language/problem.ts';
import type { SentenceName } from '../upstream/catalogue/language/sentences.ts';
import { type Path, Unread, type Values } from '../upstream/catalogue/language/values.ts';
import { argumentOf, camelCase, fieldName } from '../upstream/catalogue/names.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import type { UpstreamError, UpstreamProblem } from '../upstream/client/errors.ts';
import { asSentence, InputError, inputError, isOfCall } from '../upstream/client/errors.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Context } from './context.ts';
import type { Args } from './field.ts';

/** The outcome of a write. */
export type Outcome = 'APPLIED' | 'REJECTED' | 'NOT_APPLIED' | 'UNKNOWN';

/** The result of a mutation: its outcome, the rows that it made, and its errors. */
export interface Payload {
  readonly outcome: Outcome;
  readonly rows: readonly Row[];
  readonly texts: readonly string[];
  readonly errors: readonly WriteError[];
  /** The address for the bytes of a staged file. */
  readonly upload?: StagedUpload;
}

/** An address for bytes, and the time until which it accepts them, in ISO 8601. */
export interface StagedUpload {
  readonly url: string;
  readonly expiresAt: string;
}

/** The end of a write that was not applied as intended; `byItem` has the errors of batch items. */
export interface WriteEnd extends Payload, WrittenErrors {}

/** The end of a write without rows. */
export const writeEnd = (
  outcome: Outcome,
  errors: readonly WriteError[] = [],
  byItem: WrittenErrors['byItem'] = null,
): WriteEnd => ({ outcome, errors: atMost(errors), byItem, rows: [], texts: [] });

/** The end of a write that was refused. */
export const rejected = ({ errors, byItem }: WrittenErrors): WriteEnd =>
  writeEnd('REJECTED', errors, byItem);

/** The code of any error. */
export const codeOf = (error: unknown): string => {
  if (isOfCall(error)) return error.code;
  return error instanceof GraphQLError ? String(error.extensions['code']) : 'INTERNAL_SERVER_ERROR';
};

/** A collector of faults in the input of a write, so that all are reported together. */
export interface Faults {
  /** The time at which the input is checked, in milliseconds since 1970. */
  readonly now: number;
  readonly found: () => readonly InputError[];
  /** Adds a fault, unless its argument has one already. */
  readonly add: (fault: InputError) => void;
  /** The result of `work`. If it throws a fault, adds the fault and returns `instead`. */
  readonly attempt: <T>(work: () => T, instead: T) => T;
  /** The path of an argument as the client wrote it: that of an amount instead of micros. */
  readonly asGiven: (path: Path) => Path;
}

/** The beginning of the keys that agents' plans have. */
const planKeys = 'mcp:';

/** Creates a collector for an input. Only agents may use keys of plans. */
export const createFaults = (
  input: Args,
  { now, isAgent }: Pick<Context, 'now' | 'isAgent'>,
): Faults => {
  const byArgument = new Map<string, InputError>();
  const faults = faultsWith({
    now: now(),
    found: () => [...byArgument.values()],
    add: (found) => {
      const fault = faultAsGiven(found, input);
      const argument = argumentPath(fault.inputPath);
      if (!byArgument.has(argument)) byArgument.set(argument, fault);
    },
    asGiven: (path) => asGiven(path, input),
  });
  const { idempotencyKey: key } = input;
  if (!isAgent && typeof key === 'string' && key.startsWith(planKeys)) {
    const path = ['input', 'idempotencyKey'];
    faults.add(inputError(problem(path, 'reserved', { value: planKeys })));
  }
  return faults;
};

/** The collector for a part of the input. `move` converts the path of each added fault. */
export const movedFaults = (faults: Faults, move: (at: Path) => Path): Faults =>
  faultsWith({
    ...faults,
    add: (fault) => faults.add(new InputError(fault.message, move(fault.inputPath), fault.facts)),
  });

const faultsWith = (own: Without<Faults, 'attempt'>): Faults => ({
  ...own,
  attempt: (work, instead) => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      own.add(error);
      return instead;
    }
  },
});

/** An amount of money in micros, with its fault if there is one. */
interface ReadAmount {
  readonly micros: unknown;
  readonly fault: SentenceName | null;
}

/**
 * Money as micros, from the argument in micros or from the one with the amount as text: "12.50" is
 * 12500000. Null and undefined are returned unchanged.
 */
export const readAmount = (inMicros: unknown, amount: unknown): ReadAmount => {
  if (amount === undefined) return { micros: inMicros, fault: null };
  if (inMicros !== undefined && !(inMicros === null && amount === null)) {
    return { micros: inMicros, fault: 'bothAmounts' };
  }
  if (amount === null) return { micros: null, fault: null };
  const micros = typeof amount === 'string' ? microsOf(amount) : null;
  return micros === null
    ? { micros: new Unread(amount), fault: 'notAmount' }
    : { micros, fault: null };
};

const inMicros = /(Amount)?LocalMicro$/;

/**
 * The path of an argument as the client wrote it: `input.dailyBudget` for
 * `input.dailyBudgetAmountLocalMicro`, unless the input has the latter.
 */
export const asGiven = (path: Path, input: Values): Path => {
  let held: unknown = { input };
  return path.map((step) => {
    const beside = held as Values | null | undefined;
    const found =
      beside?.[step] === undefined && typeof step === 'string' ? step.replace(inMicros, '') : step;
    held = beside?.[found];
    return found;
  });
};

/** The fault at the argument that the client wrote. For an amount, the bounds are amounts too. */
const faultAsGiven = (fault: InputError, input: Values): InputError => {
  const path = asGiven(fault.inputPath, input);
  const [before, after] = [fault.inputPath.at(-1), path.at(-1)];
  if (before === after || !inMicros.test(String(before))) return fault;
  const { facts } = fault;
  const [min, max] = [facts.min, facts.max].map((bound) =>
    bound === undefined ? undefined : decimalOf(bound),
  );
  return new InputError(fault.message, path, { ...facts, min, max });
};

/** One reason why a write was not applied as intended. */
export interface WriteError extends UpstreamProblem, FaultFacts {
  /** The spot in `input`, if it is known. */
  readonly argument?: string;
}

/** The errors of a write, and those of batch items; `byItem` is null if there are none. */
export interface WrittenErrors {
  readonly errors: readonly WriteError[];
  readonly byItem: readonly (readonly WriteError[])[] | null;
}

/** The error of a write that may or may not have taken effect. */
export const unknownOutcome = (reason: string): WriteError => ({
  code: 'UPSTREAM_OUTCOME_UNKNOWN',
  message: `The outcome of this write is unknown: ${reason.charAt(0).toLowerCase()}${asSentence(reason).slice(1)} Retry with the same key, which never applies it twice; without one, read the data before you send it again.`,
});

// The largest number of errors that an answer shows.
const maxErrors = 100;

/** The faults of an input, as errors of the write or of batch items. */
export const faultErrors = (faults: readonly InputError[], { operations }: Args): WrittenErrors => {
  const items = Array.isArray(operations) ? operations.length : 0;
  const errors: WriteError[] = [];
  const byItem = Array.from({ length: items }, (): WriteError[] => []);
  for (const fault of faults) {
    const { inputPath } = fault;
    const [, list, index] = inputPath;
    const ofItem = list === 'operations' && typeof index === 'number' ? byItem[index] : undefined;
    (ofItem ?? errors).push(faultError(fault));
  }
  return {
    errors,
    byItem: byItem.some((found) => found.length > 0) ? byItem : null,
  };
};

const faultError = ({ code, message, inputPath, facts }: InputError): WriteError => ({
  ...facts,
  code,
  message,
  argument: argumentPath(inputPath),
});

/** The first of many errors, and the number of the others. */
export const atMost = (errors: readonly WriteError[]): readonly WriteError[] => {
  const hidden = errors.length - maxErrors;
  if (hidden <= 0) return errors;
  const last = { code: 'BAD_USER_INPUT', message: `${hidden} more errors are not shown.` };
  return [...errors.slice(0, maxErrors), last];
};

/** A write as it is sent, and the conversion of paths to those that the client wrote. */
interface SentInput {
  readonly endpoint: Endpoint;
  readonly input: Args;
  readonly asGiven: (path: Path) => Path;
}

/**
 * The API's errors about a write, each with the argument for the parameter that it names. There is
 * always at least one: if the API sent none, an error reports that.
 */
export const refusalErrors = (
  sent: SentInput,
  refusal: Pick<UpstreamError, 'code' | 'status' | 'problems' | 'itemProblems'>,
): WrittenErrors => {
  const { problems, itemProblems } = refusal;
  const isSilent = problems.length === 0 && (itemProblems ?? []).flat().length === 0;
  return {
    errors: isSilent ? [withoutReason(refusal)] : problems.map(withArgument(sent)),
    byItem: itemProblems?.map((ofItem, index) => ofItem.map(inItem(sent, index))) ?? null,
  };
};

const withoutReason = ({ code, status }: Pick<UpstreamError, 'code' | 'status'>): WriteError => ({
  code,
  status,
  message: `The API refused this with status ${status} without a reason. Nothing changed. Check the ids and values, and that the user is allowed to do this.`,
});

/** Adds the argument to an error of the API about a whole call. */
export const withArgument =
  ({ endpoint, asGiven }: Without<SentInput, 'input'>) =>
  (problem: UpstreamProblem): WriteError =>
    withPath(
      problem,
      { at: ['input'], fields: endpoint.params, asGiven },
      pathNames(endpoint.path),
    );

/** Adds the argument to an error of the API about an item of a batch. */
export const inItem = (
  { endpoint: { operations }, input, asGiven }: SentInput,
  index: number,
): ((problem: UpstreamProblem) => WriteError) => {
  const { operation_type: type } = (input['operations'] as readonly Args[])[index] ?? {};
  const fields = operations?.[type as OperationType]?.params ?? {};
  const at = ['input', 'operations', index, fieldName(String(type))];
  return (problem) => withPath(problem, { at, fields, asGiven }, []);
};

/** The spot of a call's parameters in the arguments. */
interface ParameterSpot {
  readonly at: Path;
  readonly fields: Fields;
  readonly asGiven: SentInput['asGiven'];
}

const withPath = (
  said: UpstreamProblem,
  { at, fields, asGiven }: ParameterSpot,
  others: readonly string[],
): WriteError => {
  const problem = inOurWords(said);
  const [first = '', ...steps] = parameterPath(said.parameter);
  const name = String(first);
  const param = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (param === undefined && !others.includes(name)) return problem;
  const argument = param === undefined ? camelCase(name) : argumentOf(name, param);
  return { ...problem, argument: argumentPath(asGiven([...at, argument, ...steps])) };
};

// The words of the API stay in the details.
const inOurWords = (said: UpstreamProblem): UpstreamProblem => {
  const message = sentenceOfRefusal(said);
  return message === null ? said : { ...said, message, details: said.details ?? said.message };
};
