interface Memo<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly set: (key: K, value: V) => unknown;
}

/** The value of a key in a map. If there is none, `make` makes it, and the map keeps it. */
export const getOrMake = <K, V>(map: Memo<K, V>, key: K, make: () => V): V => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};

/** Calls `make` once for each key, and keeps its result as long as the key lives. */
export const memoize = <K extends object, V extends NonNullable<unknown> | null>(
  make: (key: K) => V,
): ((key: K) => V) => {
  const results = new WeakMap<K, V>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    results.set(key, made);
    return made;
  };
};
