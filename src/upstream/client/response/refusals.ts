import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { namesBesidePeople } from '../../catalogue/language/personal.ts';
import type { Values } from '../../catalogue/language/values.ts';
import { memoize } from '../../catalogue/memoize.ts';
import { UpstreamError, type UpstreamProblem } from '../errors.ts';
import { type Headers, headerOf, rateLimitOf } from './headers.ts';
import { type Problems, problemsIn, shortened } from './problems.ts';

/** The call that a response belongs to. */
export interface UpstreamCall {
  readonly endpoint: Endpoint;
  readonly input: Values;
  /** Keys and tokens of the call, which no message may repeat, even if the API does. */
  readonly secrets: readonly string[];
}

/** A response whose body has been parsed. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
  /** The length of the body in bytes. */
  readonly size: number;
  /** Milliseconds since 1970 on the API's clock. */
  readonly now: number;
}

const operationCount = ({ input }: UpstreamCall): number => {
  const items = input['operations'];
  return Array.isArray(items) ? items.length : 0;
};

/** The error for a response that refuses a call. The status decides; the body may be anything. */
export const refusalOf = (
  call: UpstreamCall,
  { status, headers, body, size, now }: UpstreamResponse,
): UpstreamError => {
  const { all, byItem } = redactedProblems(call, body);
  return new UpstreamError({
    endpoint: call.endpoint.name,
    status,
    problems: all,
    itemProblems: byItem,
    transaction: headerOf(headers, 'x-transaction'),
    rateLimit: status === 429 || status === 420 ? rateLimitOf(headers, now) : null,
    ofViewer: call.endpoint.auth === 'viewer',
    ...(status === 403 && body === undefined && size > 0 && { reason: notOfApi }),
  });
};

const notOfApi =
  'the response has status 403 and is not JSON: perhaps a proxy between the gateway and the API refuses it';

/**
 * The errors of a body, with texts of 2 KB at most, without secrets, identifiers of people, and
 * values that the call did not send.
 */
export const redactedProblems = (call: UpstreamCall, body: unknown): Problems => {
  const found = problemsIn(body, operationCount(call));
  if (found.all.length === 0 && found.byItem === null) return found;
  const redactValues = personalRedactor(call.endpoint) ?? foreignValueRedactor(call);
  const isSecret = secretFinder(call);
  // A cut text could end with the first half of a secret, so secrets are removed before.
  const redact: Redact = (problem) => shortened(withoutSecrets(redactValues(problem), isSecret));
  return {
    all: found.all.map(redact),
    byItem: found.byItem?.map((problems) => problems.map(redact)) ?? null,
  };
};

/**
 * Removes the `value` of an error unless the call sent it, because it could belong to somebody
 * else.
 */
const foreignValueRedactor = ({ input }: UpstreamCall): Redact => {
  let sent: string | null = null;
  return (problem) => {
    const { value, ...rest } = problem;
    if (value === undefined) return problem;
    sent ??= JSON.stringify(input);
    return sent.includes(JSON.stringify(value).slice(1, -1)) ? problem : rest;
  };
};

/** Removes from a problem everything that a message may not repeat. */
type Redact = (problem: UpstreamProblem) => UpstreamProblem;

type IsSecret = (text: string) => boolean;

const withheld =
  'The API refused it. Its message is withheld, because it contains a secret of the call.';

const withoutSecrets = (problem: UpstreamProblem, isSecret: IsSecret): UpstreamProblem => {
  if (!Object.values(problem).some((value) => isSecret(String(value)))) return problem;
  return { code: isSecret(problem.code) ? 'UNKNOWN' : problem.code, message: withheld };
};

/**
 * Finds the keys, tokens and secret parameters of a call in a text, even if they are
 * percent-encoded up to 3 times.
 */
const secretFinder = ({ endpoint, input, secrets }: UpstreamCall): IsSecret => {
  const folded = [...secrets, ...secretsIn(endpoint, input)]
    .filter((secret) => secret !== '')
    .flatMap((secret) => [unescaped(secret), unescaped(encodeURIComponent(secret))]);
  return (text) => {
    const plain = unescaped(text);
    return folded.some((secret) => plain.includes(secret));
  };
};

const secretsIn = ({ params }: Endpoint, input: Values): readonly string[] =>
  Object.entries(params)
    .filter(([, param]) => param.kind === 'text' && param.secret === true)
    .flatMap(([name]) => (input[name] === undefined ? [] : [String(input[name])]));

const encodings = 3;

/** Decodes percent-encoded ASCII; the other escapes stay, in upper case: `%2541%c3` is `A%C3`. */
const unescaped = (text: string): string => {
  let plain = text;
  for (let left = encodings; left > 0 && plain.includes('%'); left -= 1) {
    plain = plain.replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const byte = Number.parseInt(escaped.slice(1), 16);
      return byte < 0x80 ? String.fromCharCode(byte) : escaped.toUpperCase();
    });
  }
  return plain;
};

const personalNamesOf = memoize(namesBesidePeople);

// Codes are constants or numbers of up to 4 digits. An identifier of a person is neither.
const safeCode = /^([A-Z]+(_[A-Z0-9]+)*|[0-9]{1,4})$/;
const withheldOfPeople =
  'The API refused it. Its message is withheld, because it may contain identifiers of people.';

/**
 * Reduces the problems of an endpoint that takes identifiers of people to a code and the name of a
 * parameter, so that no value is repeated. Null for endpoints that take none.
 */
const personalRedactor = (endpoint: Endpoint): Redact | null => {
  const names = personalNamesOf(endpoint);
  if (names === null) return null;
  return ({ code: given, parameter }) => ({
    code: safeCode.test(given) ? given : 'UNKNOWN',
    message: withheldOfPeople,
    ...(parameter !== undefined && names.has(parameter) && { parameter }),
  });
};
