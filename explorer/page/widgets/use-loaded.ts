import { useEffect, useRef, useState } from 'preact/hooks';

/** Code of the page that is loaded when it is first shown. */
export type LoadedCode<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly code: T };

/** Loads code of the page. */
export const useLoaded = <T>(load: () => Promise<T>): LoadedCode<T> => {
  const [loaded, setLoaded] = useState<LoadedCode<T>>({ state: 'loading' });
  useEffect(() => {
    load().then(
      (code) => setLoaded({ state: 'ready', code }),
      () => setLoaded({ state: 'failed' }),
    );
  }, []);
  return loaded;
};

/**
 * Draws in an element with a script that is loaded first, and again when one of `drawn` changes.
 * `draw` returns its cleanup.
 */
export const useDrawn = <T>(
  load: () => Promise<T>,
  draw: (code: T, host: HTMLElement) => () => void,
  drawn: readonly unknown[],
) => {
  const host = useRef<HTMLDivElement>(null);
  const loaded = useLoaded(load);
  useEffect(
    () =>
      loaded.state === 'ready' && host.current !== null
        ? draw(loaded.code, host.current)
        : undefined,
    [loaded, ...drawn],
  );
  return { host, failed: loaded.state === 'failed' };
};
