import type { ReactNode } from 'react';
import { useId } from 'react';
import { Boundary } from './Boundary.tsx';

const showModal = (dialog: HTMLDialogElement | null): void => {
  if (dialog !== null && !dialog.open) dialog.showModal();
};

interface Props {
  readonly heading: string;
  /** The content in words. */
  readonly of: string;
  readonly onClose: () => void;
  /** The content, by the number of the attempt. */
  readonly children: (attempt: number) => ReactNode;
}

/** A dialog that is open at first, with a boundary of its own. */
export const Dialog = ({ heading, of, onClose, children }: Props) => {
  const headingId = useId();
  return (
    <dialog ref={showModal} onClose={onClose} aria-labelledby={headingId}>
      <h2 id={headingId}>{heading}</h2>
      <Boundary of={of}>{children}</Boundary>
    </dialog>
  );
};
