import { z } from 'zod';

/** Values of one kind in the store, as JSON with their version. */
export interface Versioned<T> {
  readonly write: (value: T) => string;
  /** The value; null if the text is not such a value, or has an unknown version. */
  readonly read: (text: string) => T | null;
}

/**
 * Values that gateways of several versions may read. A version begins at 1, and grows with each
 * change that an older gateway would misread; an older gateway then refuses the value. Adding a
 * member that older gateways can ignore needs no new version. Values without a version have version
 * 1.
 */
export const versioned = <T extends object>(
  version: number,
  schema: z.ZodType<T>,
): Versioned<T> => {
  const envelope = z.object({ v: z.literal(version).default(1) });
  return {
    write: (value) => JSON.stringify({ v: version, ...value }),
    read: (text) => {
      try {
        const value: unknown = JSON.parse(text);
        envelope.parse(value);
        return schema.parse(value);
      } catch {
        return null;
      }
    },
  };
};
