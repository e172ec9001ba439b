import { refused } from '../src/errors/errors.ts';
import { isObject } from '../src/upstream/catalogue/language/values.ts';
import { type AnswerMedia, type AnswerMessage, eventOf } from './answer-media.ts';

/** The most messages of a batch. */
const maxBatch = 50;

/**
 * Throws a refusal for what is no batch: several messages in one body, of which none begins a
 * connection. Version 2025-03-26 alone has batches; `version` is that of the header, which is
 * newer.
 */
export const checkBatch = (messages: readonly unknown[], version: string | undefined): void => {
  if (![undefined, '2025-03-26'].includes(version)) {
    throw refused(400, 'Send one message for each request.');
  }
  const isWhole = messages.every((one) => isObject(one) && one['method'] !== 'initialize');
  if (messages.length > 0 && messages.length <= maxBatch && isWhole) return;
  throw refused(400, `A batch has 1 to ${maxBatch} messages, and none of them is initialize.`);
};

/** The answers to the messages of a batch, one after the other; none to notifications. */
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
