import { endpoints } from '../src/upstream/catalogue/index.ts';
import { namesBesidePeople } from '../src/upstream/catalogue/language/personal.ts';

/**
 * The API host that a request is for. One server serves all hosts: all except `ads` are prefixes of
 * the path.
 */
export type CalledHost = 'ads' | 'sandbox' | 'platform' | 'results';

/** The headers of a request, by their names in lower case. */
type CallHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Call {
  readonly method: string;
  readonly path: string;
  /** The query as sent, and as names and values. */
  readonly queryText: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: CallHeaders;
  readonly body: string;
  readonly host: CalledHost;
  readonly endpoint: string | null;
  /** Milliseconds of `performance.now`, for comparing calls. */
  readonly startedAt: number;
  endedAt: number | null;
  /** Null until answered, or if the connection was reset. */
  status: number | null;
  /** The reason why a signature was refused. The response does not contain it. */
  reason: string | null;
}

const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie']);
const secretNames = /^(oauth_\w+|access_token)$/;
const maxCalls = 20_000;
const maxBody = 65_536;

/** The requests received since the last reset. At 20,000 requests the older half is dropped. */
export const createCalls = () => {
  const calls: Call[] = [];
  return {
    list: (): readonly Call[] => calls,
    clear: (): void => {
      calls.length = 0;
    },
    add: (call: Call): Call => {
      if (calls.length >= maxCalls) calls.splice(0, maxCalls / 2);
      calls.push(call);
      return call;
    },
  };
};

// Forms of the platform host hold verifiers and tokens.
const withoutSecrets = (form: string): string =>
  form.replace(/(^|&)(oauth_\w+|access_token)=[^&]*/g, '$1$2=***');

/**
 * The record of a request as it arrives, with secrets replaced by `***`. Bodies are cut after
 * 65,536 characters.
 */
export const callOf = (
  request: {
    readonly method: string;
    readonly path: string;
    readonly queryText: string;
    readonly headers: CallHeaders;
  },
  seen: { readonly host: CalledHost; readonly endpoint: string | null; readonly body: string },
): Call => {
  const { method, path, queryText, headers } = request;
  const pairs = [...new URLSearchParams(queryText)].map(
    ([name, value]) => [name, secretNames.test(name) ? '***' : value] as const,
  );
  const hidden = pairs.some(([, value]) => value === '***');
  return {
    method,
    path,
    queryText: hidden ? new URLSearchParams(pairs.map(([a, b]) => [a, b])).toString() : queryText,
    query: Object.fromEntries(pairs),
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !secretHeaders.has(name)),
    ),
    body: (seen.host === 'platform' ? withoutSecrets(seen.body) : seen.body).slice(0, maxBody),
    host: seen.host,
    endpoint: seen.endpoint,
    startedAt: performance.now(),
    endedAt: null,
    status: null,
    reason: null,
  };
};

const aboutPeople: ReadonlySet<string> = new Set(
  endpoints.filter((one) => namesBesidePeople(one) !== null).map(({ name }) => name),
);

/** A call as `GET /__emulator/calls` shows it, without sent values that identify people. */
export const publicCall = (call: Call): Call =>
  call.endpoint === null || !aboutPeople.has(call.endpoint)
    ? call
    : { ...call, queryText: '', query: {}, body: call.body === '' ? '' : '***' };
