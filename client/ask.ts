import type { Sendable, Values } from './documents.ts';
import { AdsGraphError } from './failure.ts';
import type { Answer, Part } from './parts.ts';
import { bodiesOf, joined } from './parts.ts';

/** The part of `fetch` that a client needs. */
export type Fetch = (
  url: string,
  init: {
    readonly method: 'POST';
    readonly headers: Record<string, string>;
    readonly body: string;
    readonly signal: AbortSignal;
    readonly credentials?: 'include';
  },
) => Promise<
  Pick<Response, 'status' | 'text'> & {
    readonly headers: Pick<Headers, 'get'>;
    readonly body: {
      readonly getReader: () => {
        readonly read: () => Promise<{ readonly value?: Uint8Array | undefined }>;
      };
    } | null;
  }
>;

type Received = Awaited<ReturnType<Fetch>>;

/** The URL of a gateway, and the caller of its requests. */
export interface Address {
  /** The URL of GraphQL. */
  readonly url: string;
  /** A key of GATEWAY_API_KEYS. */
  readonly key?: string | undefined;
  /** A session, for callers without cookies. In a browser, its cookies are sent, too. */
  readonly session?: string | undefined;
  /** Called with the number of calls to the API that a response has cost. */
  readonly onCalls?: ((count: number) => void) | undefined;
  /** Sends requests; by default the `fetch` of the platform. */
  readonly fetch?: Fetch | undefined;
  /** Reads JSON. By default `JSON.parse`, which rounds the numbers in `raw` beyond 2^53. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

export interface Request {
  readonly document: Sendable;
  readonly variables: unknown;
  /** True for a dry run of a mutation, which sends nothing to the API. */
  readonly isDryRun?: boolean;
  /** Called with the data so far, after each part of the response but the last. */
  readonly onData?: (data: Values) => void;
}

/** Sends a request once. Throws only if there is no complete response of a gateway. */
export type Ask = (request: Request) => Promise<Answer>;

const longestMs = 120_000;

/** Creates the function that sends requests to a gateway. */
export const createAsk = (address: Address): Ask => {
  const { url, key, session, onCalls, parse = JSON.parse } = address;
  const headers = {
    'content-type': 'application/json',
    accept: 'multipart/mixed, application/graphql-response+json',
    ...(key !== undefined && { 'x-api-key': key }),
    ...(session !== undefined && { authorization: `Bearer ${session}` }),
    ...(onCalls !== undefined && { 'x-ads-trace': '1' }),
  };
  // Looked up for each request, because pages and tests replace the `fetch` of the platform.
  const post = async (body: object, isDryRun: boolean): Promise<Received> =>
    await (address.fetch ?? fetch)(url, {
      method: 'POST',
      headers: { ...headers, ...(isDryRun && { 'x-ads-dry-run': '1' }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(longestMs),
      // Workers at the edge have no cookies, and refuse the option.
      ...('location' in globalThis && { credentials: 'include' }),
    });
  const unknownHashes = new Set<string>();
  const ask: Ask = async (request) => {
    const { document, variables, isDryRun = false, onData = () => undefined } = request;
    const { text, hash } = document;
    const isById = hash !== null && !unknownHashes.has(hash);
    const asked = isById
      ? { extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, variables }
      : { query: text, variables };
    const response = await post(asked, isDryRun).catch((cause: unknown) => {
      throw new AdsGraphError('The gateway did not respond.', { cause });
    });
    const answer = await joined(counted(partsOf(response, parse), onCalls), onData).catch(
      (cause: unknown) => {
        throw unreadable(response, cause);
      },
    );
    if (answer === null) throw unreadable(response, undefined);
    const isUnknown = answer.errors.some(
      ({ extensions }) => extensions?.code === 'PERSISTED_QUERY_NOT_FOUND',
    );
    if (!isById || !isUnknown) return answer;
    unknownHashes.add(hash);
    return ask(request);
  };
  return ask;
};

async function* counted(parts: AsyncIterable<Part>, onCalls: Address['onCalls']) {
  for await (const part of parts) {
    const count = part.extensions?.upstream?.count;
    if (count !== undefined) onCalls?.(count);
    yield part;
  }
}

const unreadable = ({ status }: Received, cause: unknown): AdsGraphError =>
  status < 300
    ? new AdsGraphError('The response of the gateway broke off.', { cause })
    : new AdsGraphError(`A response with the status ${status} is not the gateway's.`, {
        status,
        cause,
      });

async function* partsOf(
  response: Received,
  parse: (text: string) => unknown,
): AsyncGenerator<Part> {
  const overlap = (text: string): Part => partIn(parse(text));
  const type = response.headers.get('content-type') ?? '';
  const [, boundary] = /^multipart\/mixed;.*boundary="?([^";]+)/.exec(type) ?? [];
  if (boundary === undefined) yield overlap(await response.text());
  else for await (const body of bodiesOf(textsOf(response), boundary)) yield overlap(body);
}

const partIn = (part: unknown): Part => {
  if (typeof part !== 'object' || part === null) throw new TypeError('no object');
  if (!['data', 'errors', 'incremental', 'hasNext'].some((name) => name in part))
    throw new TypeError('no answer of GraphQL');
  return part;
};

// Not all browsers iterate over the body of a response.
async function* textsOf({ body }: Received): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (read?.value === undefined) return;
    yield decoder.decode(read.value, { stream: true });
  }
}
