import type { HttpExchange, OwnExchange } from '../door/exchange.ts';
import { sendParts, writeAll } from './parts.ts';
import { type Reply, send } from './reply.ts';

const replies = new WeakMap<Response, Reply>();

/** The response of a reply, which `sendResponse` sends. */
export const responseOf = (reply: Reply, FetchResponse: typeof Response): Response => {
  const { status, headers, body, later } = reply;
  const isEmpty = status === 304 || later !== undefined;
  const response = new FetchResponse(isEmpty ? null : body, { status, headers });
  replies.set(response, reply);
  return response;
};

/** Sends a response with the headers that plugins gave it, at the pace of its reader. */
export const sendResponse = async (
  { req, res, record }: HttpExchange,
  response: Response,
): Promise<void> => {
  const reply = replies.get(response);
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    // A plugin may have set a header beside one that is written in capitals.
    if (name === 'set-cookie') res.appendHeader(name, value);
    else headers[name.toLowerCase()] = value;
  });
  if (reply === undefined) {
    res.writeHead(response.status, { ...headers, 'x-request-id': record.id });
    await writeAll(res, response.body ?? []);
    return;
  }
  // The reply has its own length.
  delete headers['content-length'];
  const sent = { ...reply, headers };
  if (reply.later === undefined) send(req, res, sent);
  else await sendParts(res, sent, reply.later);
};

/** A response that this process reads, and when it has read all of it, or does not wait any more. */
export interface OwnResponse {
  readonly response: Response;
  readonly read: Promise<void>;
}

/** The response to an exchange without a connection: with a body, also if it comes in parts. */
export const ownResponse = ({ left }: OwnExchange, response: Response): OwnResponse => {
  const { body, later } = replies.get(response) ?? {};
  if (later === undefined) return { response, read: Promise.resolve() };
  const { status, headers } = response;
  const read = Promise.withResolvers<void>();
  left.signal.addEventListener('abort', () => read.resolve(), { once: true });
  const parts = (async function* () {
    try {
      yield Buffer.from(body ?? '');
      yield* later;
    } finally {
      read.resolve();
    }
  })();
  const stream = new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  return { response: new Response(stream, { status, headers }), read: read.promise };
};
