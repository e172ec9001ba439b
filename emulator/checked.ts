import type { z } from 'zod';

/** The error for an order to the emulator that is not valid; its message is one sentence. */
export class OrderError extends TypeError {}

/** The value as the schema reads it. Throws an OrderError whose message begins with `what`. */
export const checked = <T>(what: string, schema: z.ZodType<T>, value: unknown): T => {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new OrderError(`${[what, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
};
