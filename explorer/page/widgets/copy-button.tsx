import { useState } from 'preact/hooks';
import { Check } from '../../../design/icons.ts';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  readonly class: string;
  readonly title?: string;
  /** Its name, as in `Copy Claude Code`. */
  readonly label: string;
  readonly shown: string;
  readonly textOf: () => string;
}

/** A button that copies a text, and shows for a moment that it did. */
export const CopyButton = ({ label, shown, textOf, ...given }: CopyButtonProps) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(textOf());
    setCopied(true);
    setTimeout(setCopied, 1500, false);
  };
  return (
    <button type="button" {...given} aria-label={label} onClick={() => void copy()}>
      {isCopied ? <Icon of={Check} /> : shown}
    </button>
  );
};
