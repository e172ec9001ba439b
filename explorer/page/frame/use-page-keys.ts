import { useEffect, useRef } from 'preact/hooks';

/** The keys that work wherever the focus is, by `KeyboardEvent.code`, with Alt and Shift. */
type PageKeys = Readonly<Record<string, () => void>>;

/** Listens to keys with Alt and Shift, and to `?` outside of what takes text. */
export const usePageKeys = (keys: PageKeys, onHelp: () => void): void => {
  const now = useRef({ keys, onHelp });
  now.current = { keys, onHelp };
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const takesText =
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, [contenteditable], .cm-editor') !== null;
      const act = event.altKey && event.shiftKey ? now.current.keys[event.code] : undefined;
      const chosen = act ?? (event.key === '?' && !takesText ? now.current.onHelp : undefined);
      if (chosen === undefined) return;
      event.preventDefault();
      chosen();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
};
