import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { problemOf, sendFailure } from '../src/auth/replies.ts';
import { refused } from '../src/errors/errors.ts';
import { leftSignal } from '../src/http/door/exchange.ts';
import { jsonOf } from '../src/http/plugins/params.ts';
import { writeAll } from '../src/http/plugins/parts.ts';
import { isLoopback } from '../src/upstream/client/loopback.ts';
import { agentCallerOf, refuseLacking } from './agent-caller.ts';
import type { Agents } from './agents.ts';
import type { AnswerMessage } from './answer-message.ts';
import { answerBatch, answerMessage, checkBatch, inMedia, mediaIn } from './answer-message.ts';
import type { Caller, Host, HttpExchange } from './gateway.ts';
import { logName } from './grants/granted-client.ts';
import type { Grants } from './grants/grants.ts';
import { createMcpServer } from './mcp-server.ts';

export interface DoorOptions {
  readonly agents: Agents;
  /** The grants of clients from outside; null if none may come in. */
  readonly grants: Grants | null;
  /** The host on which the gateway listens. */
  readonly listens: string;
}

/** Answers the requests to `/mcp`. Never rejects. */
export const createDoor =
  (options: DoorOptions) =>
  async (exchange: HttpExchange): Promise<void> => {
    try {
      const response = await answered(options, exchange);
      if (response !== null) await send(exchange.res, response);
    } catch (error) {
      sendFailure(exchange, error, { json: rpcError(error), page: null });
    }
  };

const shared = {
  methods: 'POST',
  headers: 'content-type, mcp-protocol-version, mcp-method, mcp-name',
  exposed: 'www-authenticate, x-request-id',
};

/** The response of the protocol; null if it was sent already. */
const answered = async (
  { agents, grants, listens }: DoorOptions,
  exchange: HttpExchange,
): Promise<Response | null> => {
  const { req, record } = exchange;
  const { identity, read, refuseStopping, answerPreflight } = agents.host;
  refuseForeign(agents.host, req.headers, listens);
  if (answerPreflight(exchange, shared)) return null;
  if (req.method !== 'POST') {
    throw refused(405, 'Agents send POST.', { headers: { Allow: 'POST' } });
  }
  const caller = await agentCallerOf({ ...identity, grants }, req.headers);
  exchange.callerKey = caller.callerKey;
  record.key = caller.key;
  if (caller.grant !== undefined) record.client = logName(caller.grant.client.name);
  record.user = caller.viewer?.userId ?? null;
  refuseStopping();
  const media = mediaIn(req.headers.accept);
  const message = messageIn(await read(exchange, caller));
  const isBatch = Array.isArray(message);
  if (isBatch) checkBatch(message, req.headers['mcp-protocol-version']?.toString());
  for (const one of isBatch ? message : [message]) {
    if (grants !== null) await refuseLacking({ agents, grants }, caller, one);
  }
  const answer = answererFor(agents, caller, exchange);
  return isBatch ? answerBatch(message, answer, media) : answer(message, media);
};

const notJson = new WeakSet<object>();

/** The message in a body. The protocol has a code for a body that is no JSON. */
const messageIn = (body: Buffer): unknown => {
  try {
    return jsonOf(body, 'The body');
  } catch (error) {
    if (error instanceof Error && problemOf(error)?.code === 'BAD_REQUEST') notJson.add(error);
    throw error;
  }
};

/** Answers a caller's messages in a media type that it accepts. */
const answererFor = (agents: Agents, caller: Caller, exchange: HttpExchange): AnswerMessage => {
  const signal = leftSignal(exchange);
  const createServer = () => createMcpServer(agents, (_signal, work) => work({ caller, exchange }));
  return async (message, media) => {
    const request = requestOf(exchange.req, signal);
    return inMedia(await answerMessage(createServer, { request, message }), media, signal);
  };
};

/** The request for the protocol's package, which requires clients to accept both media types. */
const requestOf = (req: IncomingMessage, signal: AbortSignal): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  headers.set('accept', 'application/json, text/event-stream');
  return new Request('http://localhost/mcp', { method: 'POST', headers, signal });
};

const send = async (res: ServerResponse, { status, headers, body }: Response): Promise<void> => {
  res.writeHead(status, {
    ...Object.fromEntries(headers),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  if (body === null) res.end();
  else await writeAll(res, body);
};

/** An error as the protocol writes it. */
const rpcError =
  (error: unknown) =>
  ({ code, message }: { readonly code: string; readonly message: string }) => {
    const isParseError = error instanceof Error && notJson.has(error);
    const shown = { code: isParseError ? -32_700 : -32_000, message, data: { code } };
    return { jsonrpc: '2.0', id: null, error: shown };
  };

/**
 * Refuses a request for another host, or from a page of another origin, which may have pointed its
 * own name at this gateway (DNS rebinding). `listens` is the gateway's host.
 */
export const refuseForeign = (
  { identity, originsOf }: Pick<Host, 'identity' | 'originsOf'>,
  headers: IncomingHttpHeaders,
  listens: string,
): void => {
  const { origin } = headers;
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const isAddress = !isLoopback(listens) && isIP(name.replace(/^\[|\]$/g, '')) > 0;
  const own = [new URL(identity.publicUrl()).hostname, listens.toLowerCase()];
  if (!isLoopback(name) && !isAddress && !own.includes(name)) {
    throw forbidden('This is not a host of the gateway. PUBLIC_URL names it.');
  }
  if (origin === undefined) return;
  const { own: ownOrigin, allowed } = originsOf(headers);
  if (origin === ownOrigin || allowed.has(origin)) return;
  throw forbidden(
    'Pages of this origin may not call agents’ tools. ALLOWED_ORIGINS names those that may.',
  );
};

const forbidden = (message: string) => refused(403, message, { code: 'CSRF_BLOCKED' });
