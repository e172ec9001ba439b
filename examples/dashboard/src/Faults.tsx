import { FaultLines } from './FaultLines.tsx';
import type { Fault, Outcome } from './relay/fault.ts';
import type { Write, WriteState } from './relay/write.ts';
import { signInAddress } from './session.ts';

const meanings: Readonly<Record<Outcome, string | null>> = {
  APPLIED: null,
  NOT_APPLIED: 'Nothing has changed.',
  REJECTED: 'Rejected. Nothing has changed.',
  UNKNOWN: 'It is unknown whether this took effect. Checking again never applies it twice.',
};

/** A fault without the gateway's advice to programs, for which the page has a button. */
const withoutAdvice = (fault: Fault): Fault => ({
  ...fault,
  message: fault.message
    .replaceAll(/[^.;]*\b(read back|the same key)\b[^.]*\.?/g, '')
    .replace(/^\s*Reading back failed: /, ''),
});

interface Props {
  readonly write: WriteState<object> & Pick<Write<object>, 'again' | 'forget'>;
  /** Those that are not shown elsewhere; all unless given. */
  readonly errors?: readonly Fault[];
  /** A sentence about the outcome, where its name alone does not say enough. */
  readonly said?: string;
  /** The word on the button that asks again. */
  readonly again?: string;
}

/** An alert with the reason why a write was not applied, and a remedy; nothing if it was. */
export const Faults = (props: Props) => {
  const { write, errors = write.ending?.errors ?? [], again = 'Check again' } = props;
  const { isOpen, isUnderWay, ending, forget } = write;
  const said = ending && (props.said ?? meanings[ending.outcome]);
  if (ending === null || said === null) return null;
  return (
    <div role="alert" className="notice bad">
      <p>{said}</p>
      <FaultLines faults={errors.map(withoutAdvice)} />
      {ending.isSignedOut && (
        <a className="button" href={signInAddress()}>
          Sign in again
        </a>
      )}
      {isOpen && (
        <div className="actions">
          <button type="button" className="bare" disabled={isUnderWay} onClick={forget}>
            Dismiss
          </button>
          <button type="button" className="primary" disabled={isUnderWay} onClick={write.again}>
            {isUnderWay ? 'Checking …' : again}
          </button>
        </div>
      )}
    </div>
  );
};
