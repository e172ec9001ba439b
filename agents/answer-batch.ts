import { refused } from '../src/errors/errors.ts';
import { isObject } from '../src/upstream/catalogue/language/values.ts';
import { type AnswerMedia, type AnswerMessage, eventOf } from './answer-media.ts';

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
