import { useState } from 'preact/hooks';

/**
 * Copies a text to the clipboard; the first value is true for `shownMs` milliseconds after that.
 */
export const useCopied = (shownMs: number) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(setCopied, shownMs, false);
  };
  return [isCopied, copy] as const;
};
