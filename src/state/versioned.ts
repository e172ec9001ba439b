import { z } from 'zod';

/** Values of one kind in the store, as JSON with their version. */
interface Versioned<T> {
  readonly write: (value: T) => string;
  /**
   * The value; null if the text is none of this kind, or of a version that is not known here.
   */
  readonly read: (text: string) => T | null;
}

/**
 * The form of values that gateways of several versions may read. A version begins at 1, and grows
 * with each change that an older gateway would misread; it then refuses the value instead. A member
 * that older gateways may overlook changes nothing. Values from before there were versions count as
 * the first.
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
