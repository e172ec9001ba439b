import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { concerns, keep, read } from './storage.ts';

/** A value that all windows of the browser share: a change in one is a change in all. */
export const useShared = <T>(
  name: string,
  isWhole: (value: unknown) => value is T,
  first: T,
): readonly [T, (change: (value: T) => T) => void] => {
  const kept = (): T => read(localStorage, name, isWhole) ?? first;
  const [value, setValue] = useState(kept);
  // Before painting, because the page may be left before it.
  useLayoutEffect(() => keep(localStorage, name, value), [value]);
  useEffect(() => {
    const take = (event: StorageEvent): void => {
      if (concerns(event, name)) setValue(kept);
    };
    addEventListener('storage', take);
    return () => removeEventListener('storage', take);
  }, []);
  return [value, setValue];
};
