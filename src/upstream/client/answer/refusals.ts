import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { UpstreamProblem } from '../errors.ts';
import { UpstreamError } from '../errors.ts';
import type { Values } from '../request/encode.ts';
import { withholder } from './personal.ts';
import type { Problems } from './problems.ts';
import { problemsIn } from './problems.ts';
import type { Headers } from './rate-limit.ts';
import { headerOf, rateLimitOf } from './rate-limit.ts';

/** The call that an answer belongs to. */
export interface UpstreamCall {
  readonly endpoint: Endpoint;
  readonly input: Values;
  /** What proves who asks: nobody may be shown it, though the API repeat it. */
  readonly secrets: readonly string[];
}

/** What came back for it. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined where it is no JSON. */
  readonly body: unknown;
  /** The time on the clock of the API. */
  readonly now: number;
}

/** How many operations a call holds. */
const itemsOf = ({ input }: UpstreamCall): number => {
  const items = input['operations'];
  return Array.isArray(items) ? items.length : 0;
};

/** The refusal that an answer is; the status is the verdict, and the body may be anything. */
export const refusalOf = (
  call: UpstreamCall,
  { status, headers, body, now }: UpstreamResponse,
): UpstreamError => {
  const { all, byItem } = tellable(call, body);
  return new UpstreamError({
    endpoint: call.endpoint.name,
    status,
    problems: all,
    itemProblems: byItem,
    transaction: headerOf(headers, 'x-transaction'),
    rateLimit: status === 429 || status === 420 ? rateLimitOf(headers, now) : null,
    ofViewer: call.endpoint.auth === 'viewer',
  });
};

/** The errors of a body without anything in them that nobody may repeat. */
export const tellable = (call: UpstreamCall, body: unknown): Problems => {
  const found = problemsIn(body, itemsOf(call));
  if (found.all.length === 0 && found.byItem === null) return found;
  const permitted = withholder(call.endpoint) ?? echoedFrom(call);
  const isSecret = secretFinder(call);
  const ours = (problem: UpstreamProblem): UpstreamProblem =>
    withoutSecrets(permitted(problem), isSecret);
  return {
    all: found.all.map(ours),
    byItem: found.byItem?.map((problems) => problems.map(ours)) ?? null,
  };
};

/** Leaves the `value` of an error out unless the caller sent it, as it could be anybody's. */
const echoedFrom = ({ input }: UpstreamCall): ((problem: UpstreamProblem) => UpstreamProblem) => {
  let sent: string | null = null;
  return (problem) => {
    const { value, ...rest } = problem;
    if (value === undefined) return problem;
    sent ??= JSON.stringify(input);
    return sent.includes(JSON.stringify(value).slice(1, -1)) ? problem : rest;
  };
};

type IsSecret = (text: string) => boolean;

const withheld =
  'The API refused it. What it says is withheld, because it repeats a secret of the call.';

const withoutSecrets = (problem: UpstreamProblem, isSecret: IsSecret): UpstreamProblem => {
  if (!Object.values(problem).some(isSecret)) return problem;
  return { code: isSecret(problem.code) ? 'UNKNOWN' : problem.code, message: withheld };
};

/** Finds what signed a call and what was secret in it, however often it is percent-encoded. */
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

/** The text without its percent-encoding, of ASCII alone: what is left of others is in upper case. */
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
