import type { Values } from '../json.ts';
/** What an object of an answer is called: by its name, else by its id. */
export const ownName = (value: Values): string | null =>
  ['name', 'restId', 'id', 'entityId']
    .map((key) => value[key])
    .find((one) => typeof one === 'string') ?? null;
