import type { Ending, Outcome } from './relay/write.ts';

const said: Readonly<Record<Outcome, string | null>> = {
  APPLIED: null,
  NOT_APPLIED: 'Nothing was changed.',
  REJECTED: 'Refused, and nothing was changed.',
  UNKNOWN: 'Nobody can tell whether this took effect. Look before you repeat it.',
};

/** Says aloud why a write did not end as asked; nothing where it did. */
export const Faults = ({ ending: { outcome, errors } }: { readonly ending: Ending }) => {
  if (said[outcome] === null) return null;
  return (
    <div role="alert" className="notice bad">
      <p>{said[outcome]}</p>
      {errors.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
};
