import { useEffect, useRef, useState } from 'preact/hooks';

/** A part of the page that is loaded when it is first shown. */
export type LoadedPart<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly part: T };

/** Loads a part of the page. */
export const useLoaded = <T>(load: () => Promise<T>): LoadedPart<T> => {
  const [loaded, setLoaded] = useState<LoadedPart<T>>({ state: 'loading' });
  useEffect(() => {
    load().then(
      (part) => setLoaded({ state: 'ready', part }),
      () => setLoaded({ state: 'failed' }),
    );
  }, []);
  return loaded;
};

/**
 * Draws in an element by a script that is loaded first, and anew when one of `drawn` changes.
 * `draw` returns how that ends.
 */
export const useDrawn = <T>(
  load: () => Promise<T>,
  draw: (part: T, host: HTMLElement) => () => void,
  drawn: readonly unknown[],
) => {
  const host = useRef<HTMLDivElement>(null);
  const loaded = useLoaded(load);
  useEffect(
    () =>
      loaded.state === 'ready' && host.current !== null
        ? draw(loaded.part, host.current)
        : undefined,
    [loaded, ...drawn],
  );
  return { host, failed: loaded.state === 'failed' };
};
