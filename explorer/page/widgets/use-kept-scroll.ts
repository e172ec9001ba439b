import { useLayoutEffect, useRef } from 'preact/hooks';

const kept = new Map<string, number>();

/** Keeps the scroll position of an element under a key while the element is not shown. */
export const useKeptScroll = (key: string) => {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    current.scrollTop = kept.get(key) ?? 0;
    const keep = () => kept.set(key, current.scrollTop);
    current.addEventListener('scroll', keep, { passive: true });
    return () => current.removeEventListener('scroll', keep);
  }, [key]);
  return element;
};
