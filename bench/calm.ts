import { setTimeout as sleep } from 'node:timers/promises';
import { cores, isPinned } from './processes.ts';
import { coreUsage } from './usage.ts';

/** Time to wait for moments in which other programs leave the cores alone. */
export interface Patience {
  readonly grant: (ms: number) => void;
  /** Resolves in such a moment, or when no patience is left. */
  readonly waitForCalm: () => Promise<void>;
  readonly spend: (ms: number) => void;
  readonly isLeft: () => boolean;
}

const glance = { ms: 60, idleMs: 50 } as const;

/** No patience, until some is granted. A machine without other work uses up none of it. */
export const createPatience = (): Patience => {
  let left = 0;
  const waitForCalm = async (): Promise<void> => {
    while (left > 0) {
      const begin = performance.now();
      if (await isCalm()) return;
      left -= performance.now() - begin;
    }
  };
  return {
    grant: (ms) => {
      left = Math.max(0, left) + (isPinned ? ms : 0);
    },
    waitForCalm,
    spend: (ms) => {
      left -= ms;
    },
    isLeft: () => left > 0,
  };
};

const isCalm = async (): Promise<boolean> => {
  const before = Object.values(cores).map(coreUsage);
  await sleep(glance.ms);
  const after = Object.values(cores).map(coreUsage);
  return after.every(
    ({ idleMs }, core) => idleMs - (before[core]?.idleMs ?? idleMs) >= glance.idleMs,
  );
};
