import { useEffect, useState } from 'preact/hooks';

/** The whole seconds since it is shown; nothing within the first. */
export const Seconds = () => {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  // Screen readers announce the run, but not every second.
  return seconds === 0 ? null : <span aria-hidden="true">{seconds} s</span>;
};
