/** Small texts by key, each kept for a time, that all processes of a gateway share. What it cannot do rejects with StoreError. */
export interface Store {
  /** The values of keys, in their order; null where there is none. */
  readonly get: (...keys: readonly string[]) => Promise<readonly (string | null)[]>;
  readonly set: (key: string, value: string, ttlMs: number) => Promise<void>;
  /** Puts a value where there is none: null where it did so, else what stands there. */
  readonly add: (key: string, value: string, ttlMs: number) => Promise<string | null>;
  /** Puts a value, or with null nothing, in the place of this one; false where another one stands there. */
  readonly swap: (change: Swap) => Promise<boolean>;
  /** Adds to a count, which is kept from its last change on, and gives the sum. */
  readonly count: (key: string, by: number, ttlMs: number) => Promise<number>;
  /** Tells every process something, this one too. */
  readonly tell: (topic: string, text: string) => Promise<void>;
  readonly hear: (topic: string, listener: (text: string) => void) => void;
  /** False where something may be forgotten that was put here while this process has been running. */
  readonly isWhole: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** A value to be replaced. */
export interface Swap {
  readonly key: string;
  readonly from: string;
  readonly to: string | null;
  readonly ttlMs: number;
}

/** The store did not do what was asked in time. What was asked may have happened all the same. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** What the store does, or null where it does not: for what goes on without it. */
export const forgiving = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
};
