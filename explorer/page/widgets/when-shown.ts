/**
 * Calls a function after a pause, and whenever the page is shown again. Returns the function that
 * ends this, so that it can be an effect.
 */
export const whenShown = (look: () => unknown, pauseMs = 0): (() => void) => {
  const timer = setTimeout(look, pauseMs);
  const lookAgain = () => document.visibilityState === 'visible' && look();
  document.addEventListener('visibilitychange', lookAgain);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', lookAgain);
  };
};
