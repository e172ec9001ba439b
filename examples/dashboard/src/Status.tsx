import { writtenWord } from './written.ts';

const words: Readonly<Record<string, string>> = {
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  DRAFT: 'Draft',
  APPLIED: 'Applied',
  REJECTED: 'Rejected',
  NOT_APPLIED: 'Not applied',
  UNKNOWN: 'Unknown',
};

/** A state or an outcome in words, with a colour of its own. */
export const Status = ({ value }: { readonly value: string | null | undefined }) => (
  <span className="status" data-value={value}>
    {value && (words[value] ?? writtenWord(value))}
  </span>
);
