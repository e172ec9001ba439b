import type { Values } from '../../upstream/catalogue/language/values.ts';
/** False for arrays and null. */
export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
