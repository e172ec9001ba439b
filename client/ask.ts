import type { Sendable, Values } from './documents.ts';
import { AdsGraphError, pause } from './failure.ts';
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
const refusedWithinMs = 500;

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
  // A gateway that does not know the first document is taken to know none, so that it is asked once.
  const unknownHashes = new Set<string>();
  let knowsSome = false;
  const mayKnow = ({ document: { hash } }: Request): boolean =>
    hash !== null && !unknownHashes.has(hash) && (knowsSome || unknownHashes.size === 0);
  const send = async (request: Request, isById: boolean): Promise<Answer> => {
    const { document, variables, isDryRun = false, onData = () => undefined } = request;
    const { text: query, hash: sha256Hash } = document;
    const asked = isById
      ? { extensions: { persistedQuery: { version: 1, sha256Hash } }, variables }
      : { query, variables };
    const response = await post(asked, isDryRun).catch((cause: unknown) => {
      throw new AdsGraphError('The gateway did not respond.', { cause });
    });
    const answer = await joined(counted(partsOf(response, parse), onCalls), onData).catch(
      (cause: unknown) => {
        throw unreadable(response, cause);
      },
    );
    if (answer === null) throw unreadable(response, undefined);
    const has = (code: string) => answer.errors.some(({ extensions }) => extensions?.code === code);
    const isUnknown = has('PERSISTED_QUERY_NOT_FOUND');
    knowsSome ||= isById ? !isUnknown : has('PERSISTED_QUERY_REQUIRED');
    if (isById && isUnknown) unknownHashes.add(sha256Hash ?? '');
    return answer;
  };
  let first: Promise<unknown> | undefined;
  const ask: Ask = async (request) => {
    // A gateway refuses an unknown hash at once, so a later response shows that it knows some.
    if (first && !knowsSome && mayKnow(request))
      await Promise.race([first, pause(refusedWithinMs)]);
    const isById = mayKnow(request);
    const sent = send(request, isById);
    if (isById) first ??= sent.catch(() => undefined);
    const answer = await sent;
    return isById && !mayKnow(request) ? ask(request) : answer;
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
