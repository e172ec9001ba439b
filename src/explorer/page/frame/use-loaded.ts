import { useEffect, useState } from 'preact/hooks';

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
