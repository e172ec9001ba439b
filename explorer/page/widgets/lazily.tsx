import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type LoadedCode<T> =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly code: T };

/** Placeholder lines for content that is being loaded. */
export const Skeleton = () => (
  <div class="skeleton" aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
);

/** A component whose code is loaded when it is first shown. */
export const lazily =
  <P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> =>
  (props) => {
    const [loaded, setLoaded] = useState<LoadedCode<FunctionComponent<P>>>({ state: 'loading' });
    useEffect(() => {
      load().then(
        (code) => setLoaded({ state: 'ready', code }),
        () => setLoaded({ state: 'failed' }),
      );
    }, []);
    if (loaded.state === 'ready') return <loaded.code {...props} />;
    return loaded.state === 'loading' ? (
      <Skeleton />
    ) : (
      <p class="empty bad" role="alert">
        This could not be loaded. Is the gateway running?
      </p>
    );
  };
