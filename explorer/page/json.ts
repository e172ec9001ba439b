/** The members of an object by name. */
export type Values = Readonly<Record<string, unknown>>;

/** False for arrays and null. */
export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
