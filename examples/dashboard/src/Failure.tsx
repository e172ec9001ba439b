import { AdsGraphError } from 'ads-graph/client';
import { useEffect, useState } from 'react';
import { isSignedOut } from './relay/ending.ts';
import { signInAddress } from './session.ts';
import { writtenTimes } from './written.ts';

interface Props {
  /** The content in words. */
  readonly of: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

/** The reason for a failed load, the time of the next attempt, and the button that tries again. */
export const Failure = ({ of, error, onRetry }: Props) => (
  <div role="alert" className="notice bad failure">
    <p>
      <strong>Could not load {of}.</strong> {reasonOf(error)}
    </p>
    {isSignedOut(error) ? (
      <a className="button" href={signInAddress()}>
        Sign in again
      </a>
    ) : (
      <div className="actions">
        <Countdown seconds={secondsIn(error)} />
        <button type="button" onClick={onRetry}>
          Retry
        </button>
      </div>
    )}
  </div>
);

/** The reason in words. The countdown says when the API allows requests again. */
const reasonOf = (error: Error): string =>
  error instanceof AdsGraphError &&
  error.errors.some(({ extensions }) => extensions?.code === 'UPSTREAM_RATE_LIMITED')
    ? 'The API allows no more requests for now.'
    : writtenTimes(error.message);

/** The seconds after which a retry may succeed, according to the gateway. */
const secondsIn = (error: Error): number =>
  error instanceof AdsGraphError
    ? Math.max(0, ...error.errors.map(({ extensions }) => extensions?.retryAfterSeconds ?? 0))
    : 0;

const Countdown = ({ seconds }: { readonly seconds: number }) => {
  const [left, setLeft] = useState(Math.ceil(seconds));
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  if (left <= 0) return null;
  const [minutes, rest] = [Math.floor(left / 60), String(left % 60).padStart(2, '0')];
  return (
    <span role="timer">
      Try again in {minutes}:{rest}
    </span>
  );
};
