import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import type { EmulatorOutcome, EmulatorState, IncomingRequest } from './answer.ts';
import { answerTo, originOf } from './answer.ts';
import { type Call, callOf, type createCalls } from './calls.ts';
import { type EmulatorResponse, writeEnvelope } from './envelope.ts';
import { errorResponse } from './error-format.ts';
import { applyEdit, withColumns } from './fault-edits.ts';
import type { createFaults, Fault, MatchedFault } from './faults.ts';
import { isMultipart, multipartSummary } from './multipart.ts';
import { refusal } from './refusal.ts';
import { hostOf, type RouteMatch } from './routes.ts';
import type { Paging, World } from './scope.ts';
import { ownAddress } from './seed/media.ts';
import { type EmulatorReply, send, sendWith } from './send.ts';

/** The dependencies of the API listener. */
export interface ListenerParts extends EmulatorState {
  readonly route: (method: string, path: string) => RouteMatch;
  readonly calls: ReturnType<typeof createCalls>;
  readonly faults: ReturnType<typeof createFaults>;
}

const maxBody = 6 * 1024 * 1024;
let transactions = 0;

/**
 * The listener that answers and records every request of the API. An unexpected error becomes a
 * 500.
 */
export const createListener =
  (serving: ListenerParts) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    serve(serving, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else send(response, replyOf(failedAt(request.url ?? '/'), serving.world));
    });
  };

const failedAt = (path: string): EmulatorOutcome => {
  const failure = refusal(500, 'INTERNAL_ERROR', 'Internal error in the emulator');
  return { response: errorResponse(path, failure), headers: {}, reason: null };
};

const serve = async (
  serving: ListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const isParts = isMultipart(request.headers['content-type'] ?? '');
  const body = await read(request, isParts ? 'latin1' : 'utf8');
  if (body === null) return tooLarge(request.url ?? '/', response, serving.world);
  const incoming = incomingOf(request, body);
  const { method, path, queryText } = incoming;
  const route = serving.route(method, path);
  const endpoint = route.found === 'endpoint' ? route.endpoint : null;
  const shown = isParts ? multipartSummary(incoming.contentType, body) : body;
  const known = { host: hostOf(path).host, endpoint: endpoint?.name ?? null, body: shown };
  const call = serving.calls.add(
    callOf({ method, path, queryText, headers: request.headers }, known),
  );
  response.on('close', () => finish(call, response));
  const url = request.url ?? '/';
  const matched = serving.faults.take({ method, url, endpoint: endpoint?.name ?? null });
  const fault = matched?.fault ?? null;
  if (fault?.delayMs !== undefined) await serving.faults.delay(fault.delayMs);
  const outcome = replacesResponse(fault)
    ? null
    : answerTo(serving, incoming, { route, paging: pagingOf(matched) });
  call.reason = outcome?.reason ?? null;
  const reply = replyOf(outcome ?? failedAt(path), serving.world);
  const changed = withFault(reply, { fault, outcome, endpoint });
  sendWith(response, withAddress(changed, originOf(incoming)), fault);
};

// Rows name the emulator's own files under a placeholder for the address of the request.
const withAddress = (reply: EmulatorReply, origin: string): EmulatorReply =>
  typeof reply.body === 'string'
    ? { ...reply, body: reply.body.replaceAll(ownAddress, () => origin) }
    : reply;

const finish = (call: Call, response: ServerResponse): void => {
  call.endedAt = performance.now();
  call.status = response.headersSent ? response.statusCode : null;
};

const incomingOf = (request: IncomingMessage, body: string): IncomingRequest => {
  const { url = '/', headers, method = 'GET' } = request;
  const mark = url.indexOf('?');
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    queryText: mark < 0 ? '' : url.slice(mark + 1),
    contentType: lowered(headers['content-type'] ?? ''),
    authorization: headers.authorization,
    cookie: headers.cookie ?? '',
    host: headers.host ?? '',
    scheme: /^https\b/i.test(String(headers['x-forwarded-proto'] ?? '')) ? 'https' : 'http',
    body,
  };
};

// The boundary is case-sensitive.
const lowered = (type: string): string => (isMultipart(type) ? type : type.toLowerCase());

const read = async (request: IncomingMessage, encoding: BufferEncoding): Promise<string | null> => {
  // Most requests are GETs without a body. They are answered in the same turn of the event loop.
  if (request.method === 'GET' && request.headers['content-length'] === undefined) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString(encoding);
};

const tooLarge = (path: string, response: ServerResponse, world: World): void => {
  const message = `The body has more than ${maxBody} bytes`;
  const made = errorResponse(path, refusal(413, 'REQUEST_TOO_LARGE', message));
  send(
    response,
    replyOf({ response: made, headers: { connection: 'close' }, reason: null }, world),
  );
};

const replacesResponse = (fault: Fault | null): boolean =>
  (fault?.kind === 'answer' || fault?.kind === 'redirect' || fault?.kind === 'drop') &&
  fault.apply !== true;

const pagingOf = (matched: MatchedFault | null): Paging => {
  const rows =
    matched?.fault.kind === 'pages'
      ? (matched.fault.rows[matched.nth % matched.fault.rows.length] ?? null)
      : null;
  return { rows, loops: matched?.fault.kind === 'cursorLoop' };
};

const replyOf = (
  { response, headers }: EmulatorOutcome,
  { settings: { currentVersion, apiWarning }, now }: World,
): EmulatorReply => {
  transactions += 1;
  return {
    status: response.status,
    headers: {
      'content-type': 'application/json;charset=utf-8',
      ...(response.written === undefined && {
        'content-disposition': 'attachment; filename=json.json',
      }),
      'x-current-api-version': currentVersion,
      ...(apiWarning !== null && { 'x-api-warn': apiWarning }),
      'x-transaction': transactions.toString(16).padStart(16, '0'),
      // Node's own `date` is that of the machine.
      date: new Date(now()).toUTCString(),
      ...headers,
      ...response.headers,
      ...(response.written !== undefined && { 'content-type': response.written.type }),
    },
    body: writeEnvelope(response),
  };
};

interface ServedRequest {
  readonly fault: Fault | null;
  readonly outcome: EmulatorOutcome | null;
  readonly endpoint: Endpoint | null;
}

/** The reply as changed by the fault. */
const withFault = (
  reply: EmulatorReply,
  { fault, outcome, endpoint }: ServedRequest,
): EmulatorReply => {
  switch (fault?.kind) {
    case 'answer': {
      const body = fault.json === undefined ? (fault.text ?? '') : JSON.stringify(fault.json);
      const type = fault.json === undefined ? 'text/html' : 'application/json;charset=utf-8';
      return { status: fault.status, headers: { 'content-type': type, ...fault.headers }, body };
    }
    case 'redirect':
      return { status: fault.status ?? 302, headers: { location: fault.location }, body: '' };
    case 'headers': {
      const all = Object.entries({ ...reply.headers, ...fault.set });
      const headers = Object.fromEntries(all.filter(([name]) => !fault.remove?.includes(name)));
      return { ...reply, headers, status: fault.status ?? reply.status };
    }
    case 'edit':
      return withResponse(reply, outcome, (made) => applyEdit(made, fault.edit, endpoint));
    case 'merge':
      return withResponse(reply, outcome, (made) => mergeMembers(made, fault));
    default:
      return reply;
  }
};

const withResponse = (
  reply: EmulatorReply,
  outcome: EmulatorOutcome | null,
  change: (made: EmulatorResponse) => EmulatorResponse,
): EmulatorReply =>
  outcome === null ? reply : { ...reply, body: writeEnvelope(change(outcome.response)) };

const mergeMembers = (
  made: EmulatorResponse,
  { set = {}, remove = [], columns = {} }: Extract<Fault, { kind: 'merge' }>,
) => {
  const members = Object.entries({ ...withColumns(made.envelope, columns), ...set });
  return {
    ...made,
    envelope: Object.fromEntries(members.filter(([name]) => !remove.includes(name))),
  };
};
