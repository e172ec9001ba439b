/** Calls `make` once for each key, and keeps its result as long as the key lives. */
export const memoize = <K extends object, V extends object | string | null>(
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
