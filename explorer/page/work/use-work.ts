import { useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks';
import { toggleDrawer } from '../widgets/drawer.tsx';
import { firstDraft } from './examples.ts';
import { type AddressContent, takeFromAddress, withBrought } from './links.ts';
import { keep, keepWork, keptWork, read } from './storage.ts';
import { begun, type Work } from './work.ts';

/** The work of this page, which the browser keeps. */
interface KeptWork {
  readonly work: Work;
  readonly change: (change: (work: Work) => Work) => void;
  /** True if this window began with the first example: nothing was stored or in the URL. */
  readonly isFirst: boolean;
  readonly keepsHeaders: boolean;
  readonly setKeepsHeaders: (keeps: boolean) => void;
}

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

const restored = (brought: AddressContent): Work => {
  const kept = keptWork();
  // A page that begins with work from another origin needs no example.
  if (kept === null && brought.work !== null)
    return withBrought(brought.work, { ...brought, work: null });
  return withBrought(kept ?? begun(firstDraft), brought);
};

const isEmpty = ({ draft, work, offersSignIn }: AddressContent): boolean =>
  draft === null && work === null && !offersSignIn;

export const useWork = (): KeptWork => {
  const [brought] = useState(takeFromAddress);
  const [isFirst] = useState(() => keptWork() === null && isEmpty(brought));
  const [work, change] = useReducer<Work, (work: Work) => Work, AddressContent>(
    (current, next) => next(current),
    brought,
    restored,
  );
  const [keepsHeaders, setKeepsHeaders] = useState(
    () => read(localStorage, 'keepsHeaders', isFlag) ?? false,
  );
  // Before painting, because the page may be left before it.
  useLayoutEffect(() => {
    keepWork(work, keepsHeaders);
    keep(localStorage, 'keepsHeaders', keepsHeaders);
  }, [work, keepsHeaders]);
  useEffect(() => {
    if (brought.offersSignIn) toggleDrawer('who', true);
    // A link to the page itself changes only the part behind the #.
    const take = () => {
      const more = takeFromAddress();
      change((current) => withBrought(current, more));
      if (more.offersSignIn) toggleDrawer('who', true);
    };
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return { work, change, isFirst, keepsHeaders, setKeepsHeaders };
};
