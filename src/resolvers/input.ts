import { problemsIn, problemsOf } from '../upstream/catalogue/language/check.ts';
import type { Endpoint, InputOf } from '../upstream/catalogue/language/endpoint.ts';
import { pathIdName, pathNames } from '../upstream/catalogue/language/identifiers.ts';
import type { Fields, Param, Variant } from '../upstream/catalogue/language/params.ts';
import { problem } from '../upstream/catalogue/language/problem.ts';
import { type Path, Unread, type Values } from '../upstream/catalogue/language/values.ts';
import { memoize } from '../upstream/catalogue/memoize.ts';
import { amountArgument, argumentOf, camelCase, variantName } from '../upstream/catalogue/names.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import { inputError } from '../upstream/client/errors.ts';
import { accountIn, type IdSpot, restIdOf } from './ids.ts';
import { type Faults, readAmount } from './write-errors.ts';

/** The context in which arguments are converted: the account of their ids, and their path. */
interface InputSpot extends IdSpot {
  /** Collects faults. Without it the first fault is thrown. */
  readonly faults?: Faults | undefined;
}

// Values other than text are left to the check of the catalogue.
const idAt = (value: unknown, name: string, spot: InputSpot): unknown => {
  if (typeof value !== 'string') return value;
  return spot.faults === undefined
    ? restIdOf(value, name, spot)
    : spot.faults.attempt(() => restIdOf(value, name, spot), value);
};

/** Arguments as values by upstream name, ids as upstream ids. Null and absent ones stay. */
export const upstreamValues = (fields: Fields, args: Values, spot: InputSpot): Values => {
  const values: Record<string, unknown> = {};
  const at = (argument: string) => ({ ...spot, path: [...spot.path, argument] });
  for (const { name, param, argument, amount } of argumentsOf(fields)) {
    const written = given(args[argument]);
    const value = amount === null ? written : microsIn(written, given(args[amount]), at(amount));
    if (value !== undefined) {
      values[name] = upstreamValue(name, param, value, { ...at(argument), siblings: args });
    }
  }
  return values;
};

/** The values without nulls: in a read, null has no meaning. */
export const withoutNulls = (values: Values): Values =>
  Object.values(values).includes(null)
    ? Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
    : values;

/**
 * The values of a write, or of an item of a batch, as they are sent. A create omits nulls, because
 * there is nothing to clear. An empty list becomes null if the API documents that the parameter can
 * be cleared.
 */
export const writtenValues = (params: Fields, values: Values, isCreate: boolean): Values => {
  const clears = (name: string, value: unknown): boolean => {
    const param = params[name];
    return param?.kind === 'list' && param.clears === true && isEmptyList(value);
  };
  const written = Object.values(values).some(isEmptyList)
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, clears(name, value) ? null : value]),
      )
    : values;
  return isCreate ? withoutNulls(written) : written;
};

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

// An unreadable null is a missing value.
const given = (value: unknown): unknown =>
  value instanceof Unread && (value.written ?? null) === null ? undefined : value;

const microsIn = (inMicros: unknown, amount: unknown, { path, faults }: InputSpot): unknown => {
  const { micros, fault } = readAmount(inMicros, amount);
  if (fault === null) return micros;
  const error = inputError(problem(path, fault));
  if (faults === undefined) throw error;
  faults.add(error);
  return micros;
};

interface Argument {
  readonly name: string;
  readonly param: Param;
  readonly argument: string;
  /** The argument that takes an amount instead of micros; null if the parameter is not money. */
  readonly amount: string | null;
}

// Cached, because a child list converts its arguments for each of its parents.
const argumentsOf = memoize((fields: Fields): readonly Argument[] =>
  Object.entries(fields).map(([name, param]) => ({
    name,
    param,
    argument: argumentOf(name, param),
    amount: amountArgument(name, param),
  })),
);

const upstreamValue = (name: string, param: Param, value: unknown, spot: InputSpot): unknown => {
  if (value === null || value instanceof Unread) return value;
  switch (param.kind) {
    case 'id':
      return idAt(value, param.as ?? name, spot);
    case 'list':
      return (value as readonly unknown[]).map((item, index) =>
        upstreamValue(name, param.of, given(item), { ...spot, path: [...spot.path, index] }),
      );
    case 'shape':
      return upstreamValues(param.fields, value as Values, spot);
    case 'variant':
      return chosenVariant(param, value as Values, spot);
    default:
      return value;
  }
};

// A @oneOf input has one member. The API has a tag with the member's name, next to the member's
// content.
const chosenVariant = (param: Variant, value: Values, spot: InputSpot): Values => {
  const [[tag, shape] = []] = Object.entries(param.of).filter(
    ([name]) => value[variantName(name)] !== undefined,
  );
  if (tag === undefined || shape === undefined) throw new TypeError(`${param.type} holds nothing`);
  const argument = variantName(tag);
  const path = [...spot.path, argument];
  const members = upstreamValues(shape.fields, value[argument] as Values, { ...spot, path });
  return { [param.tag]: tag, ...members };
};

/**
 * The ids of an endpoint's path, from the arguments with the same names. If the account is omitted,
 * it is that of the first global id in the input.
 */
export const pathValues = (
  endpoint: Endpoint,
  args: Values,
  { path, faults }: Without<InputSpot, 'accountId'>,
): Readonly<Record<string, string>> => {
  const values: Record<string, string> = {};
  for (const name of pathNames(endpoint.path)) {
    const argument = camelCase(name);
    const own = given(args[argument]) ?? undefined;
    const chosen = name === 'account_id' ? (own ?? accountIn(endpoint, args)) : own;
    // If the account itself is not valid, ids cannot belong to another account.
    const isSound = faults === undefined || faults.found().length === 0;
    const id = idAt(chosen, pathIdName(endpoint, name), {
      accountId: isSound ? (values['account_id'] ?? null) : null,
      path: [...path, argument],
      faults,
    });
    // A value other than text is a fault, so nothing is sent.
    if (id !== undefined) values[name] = id as string;
  }
  return values;
};

/** The ids of a path that no endpoint checks. Their faults are added to `faults`. */
export const gatheredPath = (
  endpoint: Endpoint,
  args: Values,
  faults: Faults,
): ReturnType<typeof pathValues> => {
  const path = pathValues(endpoint, args, { path: ['input'], faults });
  gathered({ ...endpoint, params: {}, rules: [] }, path, { locate: underInput, faults });
  return path;
};

/** The ids of an endpoint's path: those of the parent, the others from the arguments. */
export const pathBeside = (
  endpoint: Endpoint,
  supplied: Readonly<Record<string, string>>,
  args: Values,
): Readonly<Record<string, string>> => {
  const names = pathNames(endpoint.path).filter((name) => !(name in supplied));
  if (names.length === 0) return supplied;
  const accountId = supplied['account_id'] ?? null;
  const chosen = names.map((name) => {
    const argument = camelCase(name);
    const identifier = pathIdName(endpoint, name);
    return [name, restIdOf(args[argument] as string, identifier, { accountId, path: [argument] })];
  });
  return { ...Object.fromEntries(chosen), ...supplied };
};

/** The input of a read, if it is valid at a time. Otherwise throws InputError. */
export const checked = <E extends Endpoint>(
  endpoint: E,
  input: Values,
  now: number,
): InputOf<E> => {
  const [found] = problemsOf(endpoint, input, now);
  if (found !== undefined) throw inputError(found, underArguments(found.path));
  return input as InputOf<E>;
};

/** Adds the faults of an input. `locate` converts a path in it to one in the arguments. */
export const gathered = <E extends Endpoint>(
  endpoint: E,
  input: Values,
  { locate, faults }: { readonly locate: (path: Path) => Path; readonly faults: Faults },
): InputOf<E> => {
  for (const found of problemsOf(endpoint, input, faults.now)) {
    faults.add(inputError(found, locate(found.path)));
  }
  return input as InputOf<E>;
};

/** The values of input fields that only the gateway uses. Their faults are added to `faults`. */
export const ownValues = (fields: Fields, args: Values, faults: Faults): Values => {
  const values = upstreamValues(fields, args, { accountId: null, path: ['input'], faults });
  for (const found of problemsIn(fields, [], values, { path: [], now: faults.now })) {
    faults.add(inputError(found, underInput(found.path)));
  }
  return values;
};

/** The filters of a list, if they are valid at a time; throws InputError with the argument path. */
export const checkedFilters = ({ params }: Endpoint, filters: Values, now: number): Values => {
  if (Object.keys(filters).length === 0) return filters;
  const given = Object.entries(params).filter(([param]) => filters[param] !== undefined);
  const [found] = problemsIn(Object.fromEntries(given), [], filters, { path: [], now });
  if (found === undefined) return filters;
  const path = underArguments(found.path);
  const argument = given.find(([param]) => param === found.path[0]);
  const first = argument === undefined ? path.slice(0, 1) : [argumentOf(...argument)];
  throw inputError(found, [...first, ...path.slice(1)]);
};

/** The argument path, below `input`, for a path of upstream names. */
export const underInput = (path: Path): Path => ['input', ...underArguments(path)];

/** The argument path for a path of upstream names. */
export const underArguments = (path: Path): Path => path.map(argumentName);

export const argumentName = (step: string | number): string | number =>
  typeof step === 'string' ? camelCase(step) : step;
