import { randomUUID } from 'node:crypto';
import type { SharedAnswers } from './loaders/reference-data.ts';
import type { Store } from './state/store.ts';
import { nullIfUnavailable } from './state/store.ts';
import { readKeptAnswer, writeAnswer } from './upstream/client/client.ts';

/** A longer answer is not shared. In UTF-16 code units. */
const maxCharacters = 1024 * 1024;
const topic = 'reference-data';

/**
 * Shares the answers of reference data through a store. A value is the time at which the API gave the answer, in milliseconds
 * since 1970, a blank and the answer as JSON. Where the store fails, there is no answer. Pages with a cursor are left out, because
 * clients could make up any number of cursors.
 */
export const sharedReference = (store: Store): SharedAnswers => {
  const own = randomUUID();
  return {
    get: async (key, { endpoint, input }) => {
      if ('cursor' in input) return null;
      const [text = null] = (await nullIfUnavailable(store.get(storeKey(key)))) ?? [];
      const [, at = '', json = ''] = /^(\d{1,15}) (.*)$/s.exec(text ?? '') ?? [];
      const answer = json === '' ? null : readKeptAnswer(endpoint, input, json);
      return answer === null ? null : { answer, ageMs: Math.max(0, Date.now() - Number(at)) };
    },
    set: async (key, { input, fresh }, answer, ttlMs) => {
      if ('cursor' in input) return;
      const text = `${Date.now()} ${writeAnswer(answer)}`;
      if (text.length > maxCharacters) return;
      const isKept = (await nullIfUnavailable(store.set(storeKey(key), text, ttlMs))) !== null;
      if (isKept && fresh) await nullIfUnavailable(store.publish(topic, `${own} ${key}`));
    },
    subscribe: (onChange) => {
      store.subscribe(topic, (told) => {
        if (!told.startsWith(own)) onChange(told.slice(own.length + 1));
      });
    },
  };
};

const storeKey = (key: string): string => `reference:${key}`;
