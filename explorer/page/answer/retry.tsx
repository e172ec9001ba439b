import { useEffect, useState } from 'preact/hooks';

interface RetryProps {
  /** The time before which a retry fails, in milliseconds since 1970. */
  readonly at: number;
  /** The position of the operation. */
  readonly cursor: number;
  readonly onRetry: (cursor: number) => void;
}

/** The seconds until a retry may succeed, and the button that retries. */
export const Retry = ({ at, cursor, onRetry }: RetryProps) => {
  const [now, setNow] = useState(Date.now());
  const left = Math.ceil((at - now) / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const [minutes, seconds] = [Math.floor(left / 60), String(left % 60).padStart(2, '0')];
  return (
    <div class="choices">
      {left > 0 && (
        <span role="timer">
          Try again in {minutes}:{seconds}
        </span>
      )}
      <button type="button" class="second" onClick={() => onRetry(cursor)}>
        Retry
      </button>
    </div>
  );
};
