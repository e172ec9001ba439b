import { randomUUID } from 'node:crypto';
import type { SharedResults } from '../loaders/reference-data.ts';
import { nullIfUnavailable, type Store } from '../state/store.ts';
import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Param } from '../upstream/catalogue/language/params.ts';
import type { Values } from '../upstream/catalogue/language/values.ts';
import { readCachedResult, writeResult } from '../upstream/client/client.ts';

/** A longer response is not shared. In UTF-16 code units. */
const maxCharacters = 1024 * 1024;
const topic = 'reference-data';

/**
 * Shares reference data through a store. A value is the time of the response (milliseconds since
 * 1970), a blank, and the response as JSON. If the store fails, nothing is shared. Pages with a
 * cursor, searches and the like are not shared: clients could invent any number of them.
 */
export const sharedReference = (store: Store): SharedResults => {
  const own = randomUUID();
  return {
    get: async (key, { endpoint, input }) => {
      if (!hasFewInputs(endpoint, input)) return null;
      const [text = null] = (await nullIfUnavailable(store.get(storeKey(key)))) ?? [];
      const [, at = '', json = ''] = /^(\d{1,15}) (.*)$/s.exec(text ?? '') ?? [];
      const result = json === '' ? null : readCachedResult(endpoint, input, json);
      return result === null ? null : { result, ageMs: Math.max(0, Date.now() - Number(at)) };
    },
    set: async (key, { endpoint, input, uncached }, result, ttlMs) => {
      if (!hasFewInputs(endpoint, input)) return;
      const text = `${Date.now()} ${writeResult(result)}`;
      if (text.length > maxCharacters) return;
      const isStored = (await nullIfUnavailable(store.cache(storeKey(key), text, ttlMs))) !== null;
      if (isStored && uncached) await nullIfUnavailable(store.publish(topic, `${own} ${key}`));
    },
    drop: async (key) => {
      await nullIfUnavailable(store.cache(storeKey(key), '', 1));
      await nullIfUnavailable(store.publish(topic, `${own} ${key}`));
    },
    subscribe: (onChange) => {
      store.subscribe(topic, (message) => {
        if (!message.startsWith(own)) onChange(message.slice(own.length + 1));
      });
    },
  };
};

const codes: ReadonlySet<string | undefined> = new Set([
  'country',
  'currency',
  'language',
  'locale',
]);

/**
 * True for an input of which an endpoint has only few: it holds codes and choices, no free texts or
 * times.
 */
const hasFewInputs = ({ params }: Endpoint, input: Values): boolean =>
  Object.entries(input).every(([name, value]) => {
    const param = params[name];
    if (param?.kind === 'text') return codes.has(param.format);
    if (param?.kind === 'list') return isInOrder(param.of, value);
    return param?.kind !== 'time';
  });

/** True if a list has its choices in the documented order, each at most once. */
const isInOrder = (of: Param, value: unknown): boolean => {
  if (of.kind !== 'choice' || !Array.isArray(value)) return false;
  const indexes = value.map((item) => of.all.indexOf(String(item)));
  return indexes.every((at, index) => at > (indexes[index - 1] ?? -1));
};

const storeKey = (key: string): string => `reference:${key}`;
