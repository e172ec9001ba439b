import type { Endpoint } from './catalogue/endpoint.ts';
import type { Values } from './encode.ts';
import type { UpstreamProblem } from './errors.ts';
import { UpstreamError } from './errors.ts';
import { withholder } from './personal.ts';
import type { Problems } from './problems.ts';
import { problemsIn } from './problems.ts';
import type { Headers } from './rate-limit.ts';
import { headerOf, rateLimitOf } from './rate-limit.ts';

/** The call that an answer belongs to. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly input: Values;
}

/** What came back for it. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined where it is no JSON. */
  readonly body: unknown;
  /** The time on the clock of the API. */
  readonly now: number;
}

/** How many operations a call holds. */
const itemsOf = ({ input }: Asked): number => {
  const items = input['operations'];
  return Array.isArray(items) ? items.length : 0;
};

/** The refusal that an answer is; the status is the verdict, and the body may be anything. */
export const refusalOf = (
  asked: Asked,
  { status, headers, body, now }: Answered,
): UpstreamError => {
  const { all, byItem } = tellable(asked, body);
  return new UpstreamError({
    endpoint: asked.endpoint.name,
    status,
    problems: all,
    itemProblems: byItem,
    transaction: headerOf(headers, 'x-transaction'),
    rateLimit: status === 429 || status === 420 ? rateLimitOf(headers, now) : null,
    ofViewer: asked.endpoint.auth === 'viewer',
  });
};

/** The errors of a body without anything in them that nobody may repeat. */
export const tellable = (asked: Asked, body: unknown): Problems => {
  const { all, byItem } = problemsIn(body, itemsOf(asked));
  const ours = withholder(asked.endpoint) ?? echoedFrom(asked);
  return {
    all: all.map(ours),
    byItem: byItem?.map((problems) => problems.map(ours)) ?? null,
  };
};

/** Leaves the `value` of an error out unless the caller sent it, as it could be anybody's, and every secret that was sent. */
const echoedFrom = ({
  endpoint,
  input,
}: Asked): ((problem: UpstreamProblem) => UpstreamProblem) => {
  const secrets = secretsIn(endpoint, input);
  let sent: string | null = null;
  return (problem) => {
    if (secrets.some((secret) => JSON.stringify(problem).includes(secret))) {
      return { code: problem.code, message: 'refused' };
    }
    const { value, ...rest } = problem;
    if (value === undefined) return problem;
    sent ??= JSON.stringify(input);
    return sent.includes(JSON.stringify(value).slice(1, -1)) ? problem : rest;
  };
};

const secretsIn = ({ params }: Endpoint, input: Values): readonly string[] =>
  Object.entries(params)
    .filter(([, param]) => param.kind === 'text' && param.secret === true)
    .flatMap(([name]) => [String(input[name]), encodeURIComponent(String(input[name]))]);
