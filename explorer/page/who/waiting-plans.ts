import { useEffect, useState } from 'preact/hooks';
import { facts } from '../facts.ts';
import { whenShown } from '../widgets/when-shown.ts';
import type { Who } from './who.ts';

/** The number of agents' plans that wait for the signed-in user; 0 if nobody is signed in. */
export const useWaitingPlans = (who: Who | null): number => {
  const [waiting, setWaiting] = useState(0);
  const user = who?.kind === 'user' ? who.userId : null;
  useEffect(() => {
    setWaiting(0);
    if (user === null || !facts.agents) return;
    return whenShown(() => read().then(setWaiting, () => setWaiting(0)));
  }, [user]);
  return waiting;
};

const read = async (): Promise<number> => {
  const response = await fetch('agents', { headers: { accept: 'application/json' } });
  const { waiting = 0 } = (await response.json()) as { readonly waiting?: number };
  return waiting;
};
