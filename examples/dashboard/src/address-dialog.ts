import { useEffect, useState } from 'react';
import { correct, go, useInAddress } from './address.ts';

/** Whether a dialog is shown. Its name stands in the address, which a reload and Back keep to. */
export const useAddressDialog = (name: string, isOpenAtFirst = false) => {
  const isShown = useInAddress('dialog') === name;
  const [isFirst] = useState(isOpenAtFirst);
  useEffect(() => {
    if (isFirst) correct({ dialog: name });
  }, [isFirst, name]);
  return {
    isShown,
    show: (): void => go({ dialog: name }),
    hide: (): void => go({ dialog: null }),
  };
};
