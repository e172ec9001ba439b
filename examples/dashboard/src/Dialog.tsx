import type { ReactNode } from 'react';
import { Suspense, useId } from 'react';
import { Boundary } from './Boundary.tsx';
import { Skeleton } from './Skeleton.tsx';

const showModal = (dialog: HTMLDialogElement | null): void => {
  if (dialog !== null && !dialog.open) dialog.showModal();
};

interface Props {
  readonly heading: string;
  /** What readers of screens hear until the content is loaded. */
  readonly waiting: string;
  readonly onClose: () => void;
  /** The content; told how often it was tried. */
  readonly children: (attempt: number) => ReactNode;
}

/** A dialog that is open from the first, with a boundary of its own. */
export const Dialog = ({ heading, waiting, onClose, children }: Props) => {
  const headingId = useId();
  return (
    <dialog ref={showModal} onClose={onClose} aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      <Boundary>
        {(attempt) => (
          <Suspense fallback={<Skeleton label={waiting} />}>{children(attempt)}</Suspense>
        )}
      </Boundary>
    </dialog>
  );
};
