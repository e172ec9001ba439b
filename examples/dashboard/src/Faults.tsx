import type { Outcome } from './relay/attempt.ts';
import type { Fault } from './relay/gateway.ts';
import type { Write } from './relay/write.ts';
import { signInAddress } from './session.ts';

const said: Readonly<Record<Outcome, string | null>> = {
  APPLIED: null,
  NOT_APPLIED: 'Nothing was changed.',
  REJECTED: 'Refused, and nothing was changed.',
  UNKNOWN: 'Nobody can tell whether this took effect. Asking again never does it twice.',
};

interface Props<Input> {
  readonly write: Write<Input>;
  /** Those that are not shown elsewhere; all unless given. */
  readonly errors?: readonly Fault[];
}

/** Says aloud why a write did not end as asked, and offers what may help; nothing where it did. */
export const Faults = <Input,>({ write, errors = write.ending?.errors ?? [] }: Props<Input>) => {
  const { last, isOpen, isUnderWay, ending, send, forget } = write;
  if (ending === null || said[ending.outcome] === null) return null;
  return (
    <div role="alert" className="notice bad">
      <p>{said[ending.outcome]}</p>
      {errors.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      {ending.isSignedOut && (
        <a className="button" href={signInAddress()}>
          Sign in again
        </a>
      )}
      {isOpen && last !== null && (
        <div className="actions">
          <button type="button" disabled={isUnderWay} onClick={forget}>
            Forget it
          </button>
          <button type="button" disabled={isUnderWay} onClick={() => send(last.input)}>
            {isUnderWay ? 'Asking …' : 'Ask again'}
          </button>
        </div>
      )}
    </div>
  );
};
