import type { Values } from '../json.ts';
/** The name of an object of an answer, else its id. */
export const ownName = (value: Values): string | null =>
  ['name', 'restId', 'id', 'entityId']
    .map((key) => value[key])
    .find((one) => typeof one === 'string') ?? null;
