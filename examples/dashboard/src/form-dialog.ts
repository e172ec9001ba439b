import { useAddressDialog } from './address-dialog.ts';
import type { Write } from './relay/write.ts';

/** The dialog with the form of a write. It opens by itself while the write is open. */
export const useFormDialog = (
  name: string,
  { isOpen, forget }: Pick<Write<unknown>, 'isOpen' | 'forget'>,
) => {
  const dialog = useAddressDialog(name, isOpen);
  return {
    ...dialog,
    /** Hides it. A write that is not open is given up. */
    close: (): void => {
      dialog.hide();
      if (!isOpen) forget();
    },
  };
};
