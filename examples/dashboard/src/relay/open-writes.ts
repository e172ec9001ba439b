/** A write of which this page does not know how it ended. */
export interface OpenWrite<Input> {
  /** What was sent, with its idempotencyKey. */
  readonly input: Input;
  /** What it is about, for people. */
  readonly names: readonly string[];
  /** When it was sent first, in milliseconds since 1970. */
  readonly since: number;
}

/** Where an open write is kept. */
export interface Place<Input> {
  readonly read: () => OpenWrite<Input> | null;
  readonly keep: (write: OpenWrite<Input>) => void;
  readonly drop: () => void;
}

/**
 * The place of a user's open write, one for each name. It belongs to this window, and outlives a
 * reload, a sign-out and a sign-in: only with its key can anybody ask how it ended.
 */
export const placeOf = <Input>(userId: string, name: string): Place<Input> => {
  const key = `open write: ${userId} ${name}`;
  return {
    read: () => JSON.parse(sessionStorage.getItem(key) ?? 'null') as OpenWrite<Input> | null,
    keep: (write) => sessionStorage.setItem(key, JSON.stringify(write)),
    drop: () => sessionStorage.removeItem(key),
  };
};
