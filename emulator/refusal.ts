import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import { identifierOf } from '../src/upstream/catalogue/language/identifiers.ts';
import type { Fields, Param } from '../src/upstream/catalogue/language/kinds.ts';
import { pathId } from '../src/upstream/catalogue/language/params.ts';
import type { InputProblem } from '../src/upstream/catalogue/language/problem.ts';
import { kindOf, messageOf } from '../src/upstream/catalogue/language/problem.ts';
import { snakeCase } from '../src/upstream/catalogue/names.ts';

/** One entry of `errors` or `operation_errors`. */
export interface ApiError {
  readonly code: string | number;
  readonly message: string;
  readonly parameter?: string;
  readonly attribute?: string;
  readonly details?: string;
  readonly value?: string;
}

/** A request that is refused: a status and one or more errors. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly errors: readonly ApiError[];

  constructor(status: number, errors: readonly ApiError[]) {
    super(errors[0]?.message);
    this.status = status;
    this.errors = errors;
  }
}

type RefusalFacts = Pick<ApiError, 'parameter' | 'attribute' | 'details' | 'value'>;

/** A refusal with one error. */
export const refusal = (
  status: number,
  code: string | number,
  message: string,
  facts: RefusalFacts = {},
) => new Refusal(status, [{ code, message, ...facts }]);

const requiredMessage = (parameter: string): string => `"${parameter}" is a required parameter`;

/** The 400 for parameters that were not given. */
export const missing = (...parameters: readonly string[]): Refusal =>
  new Refusal(
    400,
    parameters.map((parameter) => ({
      code: codes.missing,
      message: requiredMessage(parameter),
      parameter,
    })),
  );

/** The 400 for a value that a parameter cannot have. The error repeats `value` if given. */
export const invalid = (parameter: string, message: string, value?: unknown): Refusal =>
  refusal(400, codes.invalid, message, {
    parameter,
    ...(value !== undefined && { value: String(value) }),
  });

const specific: ReadonlySet<string> = new Set([
  'CAMPAIGN_NOT_FOUND',
  'LINE_ITEM_NOT_FOUND',
  'FUNDING_INSTRUMENT_NOT_FOUND',
  'PROMOTED_TWEET_NOT_FOUND',
  'PROMOTED_ACCOUNT_NOT_FOUND',
  'PROMOTABLE_USER_NOT_FOUND',
  'MEDIA_CREATIVE_NOT_FOUND',
  'ACCOUNT_MEDIA_NOT_FOUND',
  'TARGETING_CRITERION_NOT_FOUND',
  'CARD_NOT_FOUND',
  'MEDIA_NOT_FOUND',
  'TWEET_NOT_FOUND',
]);

/** Entities with another name in error codes than in the graph. */
const codeNames: Readonly<Record<string, string>> = {
  MediaLibraryItem: 'Media',
  PollCard: 'Card',
  ImageConversationCard: 'Card',
  VideoConversationCard: 'Card',
  LegacyCard: 'Card',
};

/** The 404 for a row that does not exist, with the entity's code if one is documented. */
export const notFound = (entity: string, parameter: string, value: string): Refusal => {
  const code = `${snakeCase(codeNames[entity] ?? entity).toUpperCase()}_NOT_FOUND`;
  const words = snakeCase(entity).replaceAll('_', ' ');
  return refusal(
    404,
    specific.has(code) ? code : 'NOT_FOUND',
    `${words} ${value} does not exist or was deleted`,
    { parameter, value },
  );
};

/**
 * The 403 for an account that does not exist or that the user may not use. The API does not
 * distinguish the two.
 */
export const accountNotFound = (value: string): Refusal =>
  refusal(403, 'ACCOUNT_NOT_FOUND', `The account ${value} is not associated with this user`, {
    parameter: 'account_id',
    value,
  });

const codes = {
  missing: 'MISSING_PARAMETER',
  invalid: 'INVALID_PARAMETER',
  exclusive: 'EXCLUSIVE_PARAMETERS',
  inclusive: 'INCLUSIVE_PARAMETERS',
  repeated: 'DUPLICATE_OPERATION',
} as const;

/**
 * A problem of an input as the API writes it. `status` is 404 for malformed base-36 ids, else 400.
 */
export const errorOf = (
  endpoint: Endpoint,
  problem: InputProblem,
  input: unknown,
): ApiError & { readonly status: number } => {
  const parameter = String(problem.path.findLast((step) => typeof step === 'string') ?? '');
  const value = valueAt(input, problem.path);
  const facts = { parameter, ...(value !== undefined && { value }) };
  const kind = kindOf(problem);
  if (kind === 'missing') {
    const message = requiredMessage(parameter);
    return { status: 400, code: codes.missing, message, parameter };
  }
  const isId = value !== '' && isBase36(fieldAt(endpoint, problem.path), parameter);
  if (kind === 'invalid' && isId) {
    const message = `The identifier "${value}" has characters that are not allowed`;
    return { status: 404, code: 'INVALID_ID_ILLEGAL_CHARACTERS', message, ...facts };
  }
  return { status: 400, code: codes[kind], message: messageOf(problem), ...facts };
};

const isBase36 = (param: Param | undefined, name: string): boolean =>
  param?.kind === 'id' && identifierOf(param.as ?? name).format === 'base36';

const valueAt = (input: unknown, path: InputProblem['path']): string | undefined => {
  let value = input;
  for (const step of path) value = (value as Record<string | number, unknown> | undefined)?.[step];
  return typeof value === 'object' || value === undefined ? undefined : String(value);
};

const fieldAt = (endpoint: Endpoint, path: InputProblem['path']): Param | undefined => {
  const names = path.filter((step) => typeof step === 'string');
  if (endpoint.operations !== null && names[0] === 'operations') {
    const sets = Object.values(endpoint.operations).map(({ params }) => params);
    return sets.map((fields) => fieldIn(fields, names.slice(2), path)).find((found) => found);
  }
  if (endpoint.path.includes(`{${names[0]}}`)) return pathId(endpoint, String(names[0]));
  return fieldIn(endpoint.params, names, path);
};

const fieldIn = (
  fields: Fields,
  names: readonly string[],
  path: InputProblem['path'],
): Param | undefined => {
  const [name = '', ...rest] = names;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  // An index at the end of the path means an item of the list, otherwise it is the list itself.
  const item = field?.kind === 'list' && typeof path.at(-1) === 'number' ? field.of : field;
  if (rest.length === 0) return item;
  const inner = field?.kind === 'list' ? field.of : field;
  return inner?.kind === 'shape' ? fieldIn(inner.fields, rest, path) : undefined;
};
