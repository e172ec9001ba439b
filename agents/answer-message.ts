import { createMcpHandler, METHOD_NOT_FOUND, type Server } from '@modelcontextprotocol/server';
import { refused } from '../src/errors/errors.ts';
import { rangesOf } from '../src/http/door/headers.ts';
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

/** The most messages of a batch. */
const maxBatch = 50;

/**
 * Refuses a body that is no valid batch: several messages, none of which opens a connection. Only
 * version 2025-03-26 has batches; `version` is the header's, which is newer.
 */
export const checkBatch = (messages: readonly unknown[], version: string | undefined): void => {
  if (![undefined, '2025-03-26'].includes(version)) {
    throw refused(400, 'Send one message for each request.');
  }
  const isWhole = messages.every((one) => isObject(one) && one['method'] !== 'initialize');
  if (messages.length > 0 && messages.length <= maxBatch && isWhole) return;
  throw refused(400, `A batch has 1 to ${maxBatch} messages, and none of them is initialize.`);
};

/** The responses to the messages of a batch, in order; notifications have none. */
export const answerBatch = async (
  messages: readonly unknown[],
  answer: AnswerMessage,
  media: AnswerMedia,
): Promise<Response> => {
  const answers: unknown[] = [];
  for (const message of messages) {
    const response = await answer(message, 'json');
    if (response.status !== 202) answers.push(await response.json());
  }
  if (answers.length === 0) return new Response(null, { status: 202 });
  return media === 'events' ? eventOf(JSON.stringify(answers)) : Response.json(answers);
};

/** The media type that a client accepts; 'either' leaves the choice to the protocol's package. */
type AnswerMedia = 'json' | 'events' | 'either';

/** Answers a message, or one of a batch. */
export type AnswerMessage = (message: unknown, media: AnswerMedia) => Promise<Response>;

const json = 'application/json';
const events = 'text/event-stream';

/**
 * The media that an Accept header asks for (RFC 9110). An answer is a stream only if the header
 * names streams. Throws a refusal if it accepts neither.
 */
export const mediaIn = (accept: string | undefined): AnswerMedia => {
  const ranges = rangesOf(accept || '*/*');
  const qualityOf = (...names: readonly string[]): number | undefined =>
    names.map((name) => ranges.find((range) => range.name === name)?.quality).find(isGiven);
  const any = qualityOf('*/*') ?? 0;
  const takesJson = (qualityOf(json, 'application/*') ?? any) > 0;
  const namesEvents = (qualityOf(events, 'text/*') ?? 0) > 0;
  if (takesJson) return namesEvents ? 'either' : 'json';
  if (namesEvents || (any > 0 && qualityOf(events, 'text/*') === undefined)) return 'events';
  throw refused(406, `Accept ${json} or ${events}.`);
};

const isGiven = (quality: number | undefined): boolean => quality !== undefined;

/** The response in the media that the client takes. Errors of the request as a whole stay JSON. */
export const inMedia = async (
  response: Response,
  media: AnswerMedia,
  signal: AbortSignal,
): Promise<Response> => {
  const isStream = response.headers.get('content-type')?.startsWith(events) ?? false;
  if (media === 'json' && isStream) return Response.json(answerIn(await textOf(response, signal)));
  if (media !== 'events' || isStream || response.status !== 200) return response;
  return eventOf(await response.text());
};

/** A stream of one event: JSON in one line. */
const eventOf = (text: string): Response =>
  new Response(`event: message\ndata: ${text}\n\n`, { headers: { 'Content-Type': events } });

/** The text of a stream, or the part before its client left. */
const textOf = async ({ body }: Response, signal: AbortSignal): Promise<string> => {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const leave = (): void => void reader?.cancel();
  signal.addEventListener('abort', leave);
  let text = '';
  for (;;) {
    const read = await reader?.read();
    if (read?.value === undefined) return text;
    text += read.value;
  }
};

/** The response in a stream of events; earlier events report progress. */
const answerIn = (text: string): unknown =>
  text
    .split('\n')
    .flatMap((line) => (/^data: ./.test(line) ? [JSON.parse(line.slice(6)) as unknown] : []))
    .findLast((message) => isObject(message) && 'id' in message && !('method' in message));
