/** A write whose outcome this page does not know. The client keeps its key. */
export interface OpenWrite<Input> {
  readonly input: Input;
  /** The names of its subjects, for people. */
  readonly names: readonly string[];
}

/** A place that keeps something until it is done, such as an open write. */
export interface Place<Kept> {
  readonly read: () => Kept | null;
  readonly keep: (kept: Kept) => void;
  readonly drop: () => void;
}

/**
 * A place of a user, one for each name. It belongs to this window, and outlives a reload, a
 * sign-out and a sign-in.
 */
export const placeOf = <Kept>(userId: string, name: string): Place<Kept> => {
  const key = `open write: ${userId} ${name}`;
  return {
    read: () => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null,
    keep: (kept) => sessionStorage.setItem(key, JSON.stringify(kept)),
    drop: () => sessionStorage.removeItem(key),
  };
};
