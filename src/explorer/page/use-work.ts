import { useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks';
import { firstDraft } from './examples.ts';
import type { Brought } from './links.ts';
import { goToSignIn, takeFromAddress, withBrought } from './links.ts';
import { keep, keepWork, keptWork, read } from './storage.ts';
import type { Work } from './work.ts';
import { begun } from './work.ts';

/** The work of this window: kept as it changes, and found again. */
export interface Kept {
  readonly work: Work;
  readonly change: (change: (work: Work) => Work) => void;
  readonly keepsHeaders: boolean;
  readonly setKeepsHeaders: (keeps: boolean) => void;
}

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

const restored = (brought: Brought): Work => {
  const kept = keptWork();
  // A window that begins with work from elsewhere needs no example.
  if (kept === null && brought.work !== null)
    return withBrought(brought.work, { ...brought, work: null });
  return withBrought(kept ?? begun(firstDraft), brought);
};

export const useWork = (): Kept => {
  const [brought] = useState(takeFromAddress);
  const [work, change] = useReducer<Work, (work: Work) => Work, Brought>(
    (current, next) => next(current),
    brought,
    restored,
  );
  const [keepsHeaders, setKeepsHeaders] = useState(
    () => read(localStorage, 'keepsHeaders', isFlag) ?? false,
  );
  // At once: the page may be left before anything is painted.
  useLayoutEffect(() => {
    keepWork(work, keepsHeaders);
    keep(localStorage, 'keepsHeaders', keepsHeaders);
  }, [work, keepsHeaders]);
  useEffect(() => {
    if (brought.signsIn) goToSignIn(false);
  }, []);
  useEffect(() => {
    // A link that is followed within the page only changes what follows the #.
    const take = () => {
      const more = takeFromAddress();
      change((current) => withBrought(current, more));
    };
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return { work, change, keepsHeaders, setKeepsHeaders };
};
