import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Incoming, Outcome, Parts } from './answer.ts';
import { answerTo } from './answer.ts';
import type { Call, createCalls } from './calls.ts';
import { callOf } from './calls.ts';
import { refusedAt } from './dialect.ts';
import type { Answer } from './envelope.ts';
import { writeEnvelope } from './envelope.ts';
import { edited } from './fault-edits.ts';
import type { createFaults, Fault, Strike } from './faults.ts';
import { refusal } from './refusal.ts';
import type { Route } from './routes.ts';
import { hostOf } from './routes.ts';
import type { Paging } from './scope.ts';
import type { Reply } from './send.ts';
import { send, sendWith } from './send.ts';

/** What the listener of the API works with. */
export interface Serving extends Parts {
  readonly route: (method: string, path: string) => Route;
  readonly calls: ReturnType<typeof createCalls>;
  readonly faults: ReturnType<typeof createFaults>;
}

const maxBody = 6 * 1024 * 1024;
let transactions = 0;

/** Answers every request of the API, and records it. Nothing it meets makes it throw. */
export const createListener =
  (serving: Serving) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    serve(serving, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else send(response, replyOf(failedAt(request.url ?? '/')));
    });
  };

const failedAt = (path: string): Outcome => {
  const failure = refusal(500, 'INTERNAL_ERROR', 'The emulator failed');
  return { answer: refusedAt(path, failure), headers: {}, reason: null };
};

const serve = async (
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await read(request);
  if (body === null) return tooLarge(request.url ?? '/', response);
  const incoming = incomingOf(request, body);
  const { method, path, queryText } = incoming;
  const route = serving.route(method, path);
  const endpoint = route.found === 'endpoint' ? route.endpoint : null;
  const known = { host: hostOf(path).host, endpoint: endpoint?.name ?? null, body };
  const call = serving.calls.add(
    callOf({ method, path, queryText, headers: request.headers }, known),
  );
  response.on('close', () => finish(call, response));
  const url = request.url ?? '/';
  const strike = serving.faults.take({ method, url, endpoint: endpoint?.name ?? null });
  const fault = strike?.fault ?? null;
  if (fault?.delayMs !== undefined) await wait(fault.delayMs);
  const outcome = strikesFirst(fault)
    ? null
    : answerTo(serving, incoming, { route, paging: pagingOf(strike) });
  call.reason = outcome?.reason ?? null;
  const reply = replyOf(outcome ?? failedAt(path), serving.world.settings.clockAheadMs);
  sendWith(response, changed(reply, { fault, outcome, endpoint }), fault);
};

const finish = (call: Call, response: ServerResponse): void => {
  call.endedAt = performance.now();
  call.status = response.headersSent ? response.statusCode : null;
};

const incomingOf = (request: IncomingMessage, body: string): Incoming => {
  const { url = '/', headers, method = 'GET' } = request;
  const mark = url.indexOf('?');
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    queryText: mark < 0 ? '' : url.slice(mark + 1),
    contentType: headers['content-type']?.toLowerCase() ?? '',
    authorization: headers.authorization,
    cookie: headers.cookie ?? '',
    host: headers.host ?? '',
    scheme: /^https\b/i.test(String(headers['x-forwarded-proto'] ?? '')) ? 'https' : 'http',
    body,
  };
};

const read = async (request: IncomingMessage): Promise<string | null> => {
  // A GET has no body to wait for, which keeps the commonest request in one turn of the loop.
  if (request.method === 'GET' && request.headers['content-length'] === undefined) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const tooLarge = (path: string, response: ServerResponse): void => {
  const message = `The body has more than ${maxBody} bytes`;
  const answer = refusedAt(path, refusal(413, 'REQUEST_TOO_LARGE', message));
  send(response, { ...replyOf({ answer, headers: { connection: 'close' }, reason: null }) });
};

const strikesFirst = (fault: Fault | null): boolean =>
  (fault?.kind === 'answer' || fault?.kind === 'redirect' || fault?.kind === 'drop') &&
  fault.apply !== true;

const pagingOf = (strike: Strike | null): Paging => {
  const rows =
    strike?.fault.kind === 'pages'
      ? (strike.fault.rows[strike.nth % strike.fault.rows.length] ?? null)
      : null;
  return { rows, loops: strike?.fault.kind === 'cursorLoop' };
};

const replyOf = ({ answer, headers }: Outcome, clockAheadMs = 0): Reply => {
  transactions += 1;
  return {
    status: answer.status,
    headers: {
      'content-type': 'application/json;charset=utf-8',
      ...(answer.written === undefined && {
        'content-disposition': 'attachment; filename=json.json',
      }),
      'x-current-api-version': '12',
      'x-transaction': transactions.toString(16).padStart(16, '0'),
      // Node writes the date itself; only a clock that is off needs saying.
      ...(clockAheadMs !== 0 && { date: new Date(Date.now() + clockAheadMs).toUTCString() }),
      ...headers,
      ...answer.headers,
      ...(answer.written !== undefined && { 'content-type': answer.written.type }),
    },
    body: writeEnvelope(answer),
  };
};

interface Struck {
  readonly fault: Fault | null;
  readonly outcome: Outcome | null;
  readonly endpoint: Endpoint | null;
}

/** The reply as the fault changes it, before it is sent. */
const changed = (reply: Reply, { fault, outcome, endpoint }: Struck): Reply => {
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
      return rewritten(reply, outcome, (answer) => edited(answer, fault.edit, endpoint));
    case 'merge':
      return rewritten(reply, outcome, (answer) => merged(answer, fault));
    default:
      return reply;
  }
};

const rewritten = (
  reply: Reply,
  outcome: Outcome | null,
  change: (answer: Answer) => Answer,
): Reply => (outcome === null ? reply : { ...reply, body: writeEnvelope(change(outcome.answer)) });

const merged = (answer: Answer, { set = {}, remove = [] }: Extract<Fault, { kind: 'merge' }>) => {
  const members = Object.entries({ ...answer.envelope, ...set });
  return {
    ...answer,
    envelope: Object.fromEntries(members.filter(([name]) => !remove.includes(name))),
  };
};
