import { isObject, type Values } from '../json.ts';
import { reasonOf } from '../words.ts';
import type { AnswerBody } from './answer-body.ts';
import { type Parts, partsOf } from './parts.ts';

/** A request to the gateway. */
export interface GraphqlRequest {
  readonly query: string;
  /** JSON, as it was typed. */
  readonly variables: string;
  /** JSON, as it was typed. */
  readonly headers: string;
  readonly operationName?: string | null;
}

/** An answer, its size and its time. */
export interface Answered {
  /** The time of its arrival, in milliseconds since 1970. */
  readonly at: number;
  readonly body: AnswerBody;
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

/**
 * A request that could not be sent, or that the gateway did not answer: then it has a cause. The
 * page shows the message.
 */
export class AskError extends Error {
  override readonly name = 'AskError';
}

/** Reads a typed JSON object; an empty text is an empty object. Throws AskError. */
export const objectIn = (text: string, what: string): Values => {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (cause) {
    throw new AskError(`${what} are not valid JSON: ${reasonOf(cause)}`);
  }
  throw new AskError(`${what} must be a JSON object.`);
};

/** Milliseconds to wait before headers are used, because a key may be only half typed. */
export const pauseFor = (headers: string): number => (headers === '' ? 0 : 400);

/** Reads typed headers as a JSON object. Throws AskError. */
export const headersIn = (text: string): Headers => {
  try {
    return new Headers(
      Object.entries(objectIn(text, 'The headers')).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    );
  } catch (error) {
    if (error instanceof AskError) throw error;
    throw new AskError(`A header is not valid: ${reasonOf(error)}`);
  }
};

/**
 * The body of a request. It has the variables as they were typed, because parsing them would round
 * long integers. Throws AskError if they are no JSON object.
 */
export const bodyOf = ({ query, variables, operationName }: GraphqlRequest): string => {
  objectIn(variables, 'The variables');
  const rest = JSON.stringify({ query, ...(operationName != null && { operationName }) });
  return variables.trim() === '' ? rest : `${rest.slice(0, -1)},"variables":${variables}}`;
};

/** The reason for a missing response. */
export const noResponse = (): string =>
  navigator.onLine ? 'The gateway did not respond. Is it running?' : 'You are offline.';

// Only a client that accepts parts gets them. A plan is requested on each pause in typing: as JSON
// its refusals have status 200, so browsers do not report each as an error of the page.
const accepted = {
  plan: 'application/json',
  whole: 'application/graphql-response+json, application/json',
  parts: 'multipart/mixed; deferSpec=20220824, application/graphql-response+json, application/json',
} as const;

const cutOff = 'The connection closed before the response was complete.';

interface AskOptions {
  readonly signal?: AbortSignal;
  /**
   * Called with the answer so far; without it an answer does not come in parts. With `trace` the
   * first parts report the calls while they run.
   */
  readonly onParts?: (parts: Parts) => void;
}

/**
 * Runs an operation (`answer`), also with a trace of its calls (`trace`), or only returns its cost
 * (`plan`) or its effect (`dry-run`). Throws AskError.
 */
export const ask = async (
  request: GraphqlRequest,
  wants: 'trace' | 'plan' | 'dry-run' | 'answer',
  { signal, onParts }: AskOptions = {},
): Promise<Answered> => {
  const headers = headersIn(request.headers);
  headers.set('content-type', 'application/json');
  const whole = wants === 'plan' ? 'plan' : 'whole';
  headers.set('accept', accepted[onParts === undefined ? whole : 'parts']);
  const isLive = wants === 'trace' && onParts !== undefined;
  if (wants !== 'answer') headers.set(`x-ads-${wants}`, isLive ? 'live' : '1');
  const body = bodyOf(request);
  const start = performance.now();
  const failed = (why: string) => (error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new AskError(why, { cause: error });
  };
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers,
    body,
    ...(signal !== undefined && { signal }),
  }).catch(failed(noResponse()));
  const { status } = response;
  if (response.headers.get('content-type')?.startsWith('multipart/') === true) {
    const whole = await partsOf(response, onParts).catch(failed(cutOff));
    return { ...whole, at: Date.now(), status, ms: performance.now() - start };
  }
  const text = await response.text().catch(failed(cutOff));
  const ms = performance.now() - start;
  const bytes = new Blob([text]).size;
  try {
    return { body: JSON.parse(text) as AnswerBody, at: Date.now(), status, bytes, ms };
  } catch {
    throw new AskError(`The response (${status}) is not JSON: ${text.slice(0, 200)}`);
  }
};
