import { problemsIn, problemsOf } from '../upstream/catalogue/language/check.ts';
import type { Endpoint, InputOf } from '../upstream/catalogue/language/endpoint.ts';
import type { Fields, Param, Variant } from '../upstream/catalogue/language/params.ts';
import { pathIdName, pathNames } from '../upstream/catalogue/language/paths.ts';
import { argumentOf, camelCase, variantName } from '../upstream/catalogue/names.ts';
import { InputError } from '../upstream/client/errors.ts';
import type { IdPlace } from './ids.ts';
import { restIdOf } from './ids.ts';

type Values = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** Where arguments are turned into an endpoint's input: whose ids they may be, and where they stand. */
export type Place = IdPlace;

/** The arguments of fields, by upstream name: global ids become upstream ids, absent stays absent, null stays null. */
export const upstreamValues = (fields: Fields, args: Values, place: Place): Values => {
  const values: Record<string, unknown> = {};
  for (const { name, param, argument } of argumentsOf(fields)) {
    const value = args[argument];
    if (value !== undefined) {
      values[name] = upstreamValue(name, param, value, {
        ...place,
        path: [...place.path, argument],
        siblings: args,
      });
    }
  }
  return values;
};

/** The values of a read without its nulls: there is nothing that a null could clear, so it says nothing. */
export const withoutNulls = (values: Values): Values =>
  Object.values(values).includes(null)
    ? Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
    : values;

/**
 * The values of a write as it means them: a null of a creation has nothing to clear and is left out; an empty list clears as
 * null does, where the documents say that the parameter can be cleared.
 */
export const writtenValues = ({ method, params }: Endpoint, values: Values): Values => {
  const clears = (name: string, value: unknown): boolean => {
    const param = params[name];
    return param?.kind === 'list' && param.clears === true && isEmptyList(value);
  };
  const written = Object.values(values).some(isEmptyList)
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, clears(name, value) ? null : value]),
      )
    : values;
  return method === 'POST' ? withoutNulls(written) : written;
};

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

interface Argument {
  readonly name: string;
  readonly param: Param;
  readonly argument: string;
}

// A child list reads its arguments once for each of its parents, so their names are made once.
const known = new WeakMap<Fields, readonly Argument[]>();

const argumentsOf = (fields: Fields): readonly Argument[] => {
  const made = known.get(fields);
  if (made !== undefined) return made;
  const named = Object.entries(fields).map(([name, param]) => ({
    name,
    param,
    argument: argumentOf(name, param),
  }));
  known.set(fields, named);
  return named;
};

const upstreamValue = (name: string, param: Param, value: unknown, place: Place): unknown => {
  if (value === null) return null;
  switch (param.kind) {
    case 'id':
      return restIdOf(value as string, param.as ?? name, place);
    case 'list':
      return (value as readonly unknown[]).map((item, index) =>
        upstreamValue(name, param.of, item, { ...place, path: [...place.path, index] }),
      );
    case 'shape':
      return upstreamValues(param.fields, value as Values, place);
    case 'variant':
      return chosenVariant(param, value as Values, place);
    default:
      return value;
  }
};

// A @oneOf input holds one member; upstream that member's name is a tag beside its content.
const chosenVariant = (param: Variant, value: Values, place: Place): Values => {
  const [[tag, shape] = []] = Object.entries(param.of).filter(
    ([name]) => value[variantName(name)] !== undefined,
  );
  if (tag === undefined || shape === undefined) throw new TypeError(`${param.type} holds nothing`);
  const argument = variantName(tag);
  const path = [...place.path, argument];
  const members = upstreamValues(shape.fields, value[argument] as Values, { ...place, path });
  return { [param.tag]: tag, ...members };
};

/** The ids of an endpoint's path, from arguments of the same names. */
export const pathValues = (
  endpoint: Endpoint,
  args: Values,
  path: Path,
): Readonly<Record<string, string>> => {
  const values: Record<string, string> = {};
  for (const name of pathNames(endpoint.path)) {
    const argument = camelCase(name);
    values[name] = restIdOf(args[argument] as string, pathIdName(endpoint, name), {
      accountId: values['account_id'] ?? null,
      path: [...path, argument],
    });
  }
  return values;
};

/** The ids of an endpoint's path: those that the parent supplies, the others from arguments of the same names. */
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

/** Refuses an input that cannot work, naming the argument. `locate` turns a place in the input into one in the arguments. */
export const checked = <E extends Endpoint>(
  endpoint: E,
  input: Values,
  locate: (path: Path) => Path,
): InputOf<E> => {
  const [problem] = problemsOf(endpoint, input);
  if (problem !== undefined) {
    throw new InputError(`${endpoint.name}: ${problem.message}`, locate(problem.path));
  }
  return input as InputOf<E>;
};

/** The filters of a list; refuses those that cannot work, naming the argument. */
export const checkedFilters = ({ name, params }: Endpoint, filters: Values): Values => {
  if (Object.keys(filters).length === 0) return filters;
  const given = Object.entries(params).filter(([param]) => filters[param] !== undefined);
  const [problem] = problemsIn(Object.fromEntries(given), [], filters, []);
  if (problem === undefined) return filters;
  const path = underArguments(problem.path);
  const argument = given.find(([param]) => param === problem.path[0]);
  const first = argument === undefined ? path.slice(0, 1) : [argumentOf(...argument)];
  throw new InputError(`${name}: ${problem.message}`, [...first, ...path.slice(1)]);
};

/** A path of upstream names as arguments are named, below `input`. */
export const underInput = (path: Path): Path => ['input', ...underArguments(path)];

/** A path of upstream names as arguments are named. */
export const underArguments = (path: Path): Path => path.map(argumentName);

export const argumentName = (step: string | number): string | number =>
  typeof step === 'string' ? camelCase(step) : step;
