import type { ReactNode } from 'react';
import { Suspense, useId } from 'react';
import { Boundary } from './Boundary.tsx';
import { Skeleton } from './Skeleton.tsx';

const showModal = (dialog: HTMLDialogElement | null): void => {
  if (dialog !== null && !dialog.open) dialog.showModal();
};

interface Props {
  readonly heading: string;
  /** The text for screen readers until the content is loaded. */
  readonly waiting: string;
  readonly onClose: () => void;
  /** The content, by the number of the attempt. */
  readonly children: (attempt: number) => ReactNode;
}

/** A dialog that is open at first, with a boundary of its own. */
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
