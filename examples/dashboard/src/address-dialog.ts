import { useEffect, useState } from 'react';
import { correct, go, useInAddress } from './address.ts';

/** A dialog whose name is in the address, so a reload and Back respect it. */
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
