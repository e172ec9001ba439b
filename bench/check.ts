import type { LoadRequest } from './load.ts';
import { settings } from './options.ts';
import type { RunningTarget, Stage } from './stage.ts';
import { expectedOf } from './workload/expected.ts';
import type { Json } from './workload/json.ts';
import { differenceOf, objectOf } from './workload/json.ts';
import type { Query, Variables } from './workload/queries.ts';

/** A query that a target answers correctly, with the requests and answers for its load. */
export interface CheckedQuery {
  readonly query: Query;
  readonly ask: Pick<
    LoadRequest,
    'origin' | 'path' | 'bodies' | 'answers' | 'headers' | 'concurrency'
  >;
  /** Upstream calls of one request. */
  readonly calls: number;
}

const headersOf = ({ isAnew = false }: Query): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  accept: 'application/json',
  ...(isAnew && { 'cache-control': 'no-cache' }),
});

/** Sends one request to a target; throws the difference if the answer is wrong. */
const answerOf = async (
  started: RunningTarget,
  query: Query,
  variables: Variables,
): Promise<string> => {
  const { origin, target } = started;
  const response = await fetch(`${origin}${target.path}`, {
    method: 'POST',
    headers: headersOf(query),
    body: target.dialect.body(query, variables),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text.slice(0, 200)}`);
  const answer = objectOf(JSON.parse(text) as Json);
  if (answer['errors'] !== undefined)
    throw new Error(JSON.stringify(answer['errors']).slice(0, 200));
  const read = target.dialect.read(query, objectOf(answer['data']));
  const difference = differenceOf(expectedOf(query, variables), read);
  if (difference !== null) throw new Error(difference);
  return text;
};

/** Checks every variant of a query alone, and many at once; throws if an answer is wrong. */
export const check = async (
  stage: Stage,
  started: RunningTarget,
  query: Query,
): Promise<CheckedQuery> => {
  const { dialect, path } = started.target;
  const answers: string[] = [];
  for (const variables of query.variants) answers.push(await answerOf(started, query, variables));
  await stage.takeCalls();
  await answerOf(started, query, query.variants[0] ?? {});
  const calls = await stage.takeCalls();
  const bodies = query.variants.map((variables) => dialect.body(query, variables));
  const { concurrency } = settings;
  const headers = headersOf(query);
  const ask = { origin: started.origin, path, headers, bodies, answers, concurrency };
  const { wrong } = await stage.load({ ...ask, requests: 2 * concurrency });
  if (wrong > 0) throw new Error(`${wrong} of ${2 * concurrency} wrong when asked at once`);
  return { query, ask, calls };
};
