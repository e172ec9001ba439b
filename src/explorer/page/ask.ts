import { isObject } from './json.ts';

/** One REST call of a run, as `x-ads-trace` tells it. Times are milliseconds, `startMs` since the request began. */
export interface Call {
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  /** Null where there was no response. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly attempts: number;
  readonly ids: number | null;
  readonly startMs: number;
  /** 1 where it waited for no other call. */
  readonly round: number;
  /** The field that made the call, as in `accounts.nodes.campaigns`. */
  readonly field: string | null;
}

/** What a rate window has left. */
export interface Budget {
  readonly scope: string;
  /** Null where the API did not say. */
  readonly limit: number | null;
  readonly remaining: number;
  /** ISO 8601, or null where the API did not say. */
  readonly resetAt: string | null;
}

/** What an operation would cost, as `x-ads-plan` tells it. */
export interface Plan {
  readonly objects: number;
  readonly values: number;
  readonly calls: { readonly least: number; readonly most: number };
  readonly endpoints: readonly {
    readonly endpoint: string;
    readonly least: number;
    readonly most: number;
    readonly scopes: readonly string[];
  }[];
}

export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>> & { readonly code?: string };
}

export interface Body {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly AnswerError[];
  readonly extensions?: {
    readonly upstream?: { readonly calls: readonly Call[] };
    readonly adsBudget?: readonly Budget[];
    readonly plan?: Plan;
  };
}

interface Question {
  readonly query: string;
  /** JSON, as it was typed. */
  readonly variables: string;
  /** JSON, as it was typed. */
  readonly headers: string;
  readonly operationName?: string | null;
}

/** An answer, its size and its time. */
export interface Answered {
  readonly body: Body;
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

/** A question that could not be sent, or that the gateway did not answer. The page shows the message. */
export class AskError extends Error {
  override readonly name = 'AskError';
}

const objectIn = (text: string, what: string): Readonly<Record<string, unknown>> => {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (cause) {
    throw new AskError(`${what} cannot be read as JSON: ${String(cause)}`);
  }
  throw new AskError(`${what} must be a JSON object.`);
};

/** Milliseconds to wait before headers are used, because a key may be only half typed. */
export const pauseFor = (headers: string): number => (headers === '' ? 0 : 400);

/** Reads headers as they were typed, as a JSON object. Throws AskError. */
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
    throw new AskError(`A header cannot be sent: ${String(error)}`);
  }
};

// The variables are sent as the text that was typed, because parsing them would round long integers.
const bodyOf = ({ query, variables, operationName }: Question): string => {
  objectIn(variables, 'The variables');
  const rest = JSON.stringify({ query, ...(operationName != null && { operationName }) });
  return variables.trim() === '' ? rest : `${rest.slice(0, -1)},"variables":${variables}}`;
};

/** Runs an operation (`answer`), also with a trace of its calls (`trace`), or only asks what it would cost (`plan`). Throws AskError. */
export const ask = async (
  question: Question,
  wants: 'trace' | 'plan' | 'answer',
  signal?: AbortSignal,
): Promise<Answered> => {
  const headers = headersIn(question.headers);
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/graphql-response+json, application/json');
  if (wants !== 'answer') headers.set(`x-ads-${wants}`, '1');
  const body = bodyOf(question);
  const start = performance.now();
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers,
    body,
    ...(signal !== undefined && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new AskError('The gateway did not answer. Is it running?');
  });
  const text = await response.text();
  const ms = performance.now() - start;
  const bytes = new Blob([text]).size;
  try {
    return { body: JSON.parse(text) as Body, status: response.status, bytes, ms };
  } catch {
    throw new AskError(`The answer (${response.status}) is not JSON: ${text.slice(0, 200)}`);
  }
};
