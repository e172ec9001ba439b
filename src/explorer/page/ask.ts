/** One REST call of a run. Times are in milliseconds, `startMs` since the request began. */
export interface Call {
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly attempts: number;
  readonly ids: number | null;
  readonly startMs: number;
  /** 1 where it waited for no other call. */
  readonly round: number;
  /** The names from the root to the field that asked, as in `accounts.nodes.campaigns`. */
  readonly field: string | null;
}

/** What is left of a rate window. */
export interface Budget {
  readonly scope: string;
  /** Null where the API did not say. */
  readonly limit: number | null;
  readonly remaining: number;
  /** ISO 8601, or null where the API did not say. */
  readonly resetAt: string | null;
}

/** What an operation costs before it runs. */
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

/** The body of an answer. */
export interface Body {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly AnswerError[];
  readonly extensions?: {
    readonly upstream?: { readonly calls: readonly Call[] };
    readonly adsBudget?: readonly Budget[];
    readonly plan?: Plan;
  };
}

/** What to ask. */
export interface Question {
  readonly query: string;
  /** JSON, as it was typed. */
  readonly variables: string;
  /** JSON, as it was typed. */
  readonly headers: string;
  readonly operationName?: string | null;
}

/** An answer, and what it took to get it. */
export interface Answered {
  readonly body: Body;
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

/** A question that could not be asked, or was not answered by the gateway; the message is for the reader. */
export class AskError extends Error {
  override readonly name = 'AskError';
}

const objectIn = (text: string, what: string): Readonly<Record<string, unknown>> => {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (cause) {
    throw new AskError(`${what} cannot be read as JSON: ${String(cause)}`);
  }
  throw new AskError(`${what} must be a JSON object.`);
};

/** Headers as they were typed; throws an AskError for what is none. */
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

// Braces and quotes of variables hold digits that must arrive as typed, so the text travels as it is.
const bodyOf = ({ query, variables, operationName }: Question): string => {
  objectIn(variables, 'The variables');
  const rest = JSON.stringify({ query, ...(operationName != null && { operationName }) });
  return variables.trim() === '' ? rest : `${rest.slice(0, -1)},"variables":${variables}}`;
};

/** Asks the gateway; `wants` says whether to run with a trace of the calls, or only to reckon what it would cost. */
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
