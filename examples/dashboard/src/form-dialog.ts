import { useState } from 'react';
import type { Write } from './relay/write.ts';

/** Whether the dialog with the form of a write is shown. It shows by itself while one is open. */
export const useFormDialog = ({ isOpen, forget }: Pick<Write<unknown>, 'isOpen' | 'forget'>) => {
  const [isShown, setShown] = useState(isOpen);
  return {
    isShown,
    show: (): void => setShown(true),
    /** Hides it. A write that is not open is given up. */
    close: (): void => {
      setShown(false);
      if (!isOpen) forget();
    },
  };
};
