import type { ReactNode } from 'react';
import { useState } from 'react';
import { writtenTimes } from './written.ts';

interface Props {
  /** The result of `usePaginationFragment`. */
  readonly page: {
    readonly hasNext: boolean;
    readonly isLoadingNext: boolean;
    readonly loadNext: (
      count: number,
      options: { readonly onComplete: (failure: Error | null) => void },
    ) => unknown;
  };
  readonly pageSize: number;
  readonly children: ReactNode;
}

/** A button that reads the next page, with the reason if it failed; nothing at a list's end. */
export const ShowMore = ({ page, pageSize, children }: Props) => {
  const [failure, setFailure] = useState<Error | null>(null);
  return (
    <>
      {failure && (
        <p role="alert" className="notice bad">
          {writtenTimes(failure.message)}
        </p>
      )}
      {page.hasNext && (
        <button
          type="button"
          className="more"
          disabled={page.isLoadingNext}
          onClick={() => page.loadNext(pageSize, { onComplete: setFailure })}
        >
          {page.isLoadingNext ? 'Loading …' : children}
        </button>
      )}
    </>
  );
};
