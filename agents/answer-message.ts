import { createMcpHandler, METHOD_NOT_FOUND, type Server } from '@modelcontextprotocol/server';
import { isObject } from '../src/upstream/catalogue/language/values.ts';

/** A request to the endpoint, with the message in its body. */
interface PostedMessage {
  readonly request: Request;
  readonly message: unknown;
}

/**
 * The response to a message. Lists never announce changes, so no method listens for them: an agent
 * asks again when its copy is too old.
 */
export const answerMessage = async (
  createServer: () => Server,
  { request, message }: PostedMessage,
): Promise<Response> => {
  if (isObject(message) && message['method'] === 'subscriptions/listen') {
    return noMethod(message['id']);
  }
  const { fetch } = createMcpHandler(createServer, { maxSubscriptions: 0 });
  return fetch(request, { parsedBody: message });
};

const noMethod = (id: unknown): Response => {
  const error = { code: METHOD_NOT_FOUND, message: 'Method not found' };
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  return Response.json({ jsonrpc: '2.0', id: known, error }, { status: 404 });
};
