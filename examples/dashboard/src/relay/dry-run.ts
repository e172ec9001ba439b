import type { DryRun } from 'ads-graph/client';
import { createContext } from 'react';
import { endingOf } from './ending.ts';
import type { Ending, Fault } from './fault.ts';

/** The effect of a write, or its outcome if it is not sent. */
export type Preview = DryRun | Ending;

/** True if a write would be sent. */
export const isReady = (preview: Preview): preview is DryRun => preview.outcome === 'READY';

/** The preview that a dry run gives. */
export const previewOf = async (asked: Promise<DryRun>): Promise<Preview> => {
  try {
    const told = await asked;
    return isReady(told) ? told : { outcome: 'REJECTED', errors: faultsOf(told) };
  } catch (failure) {
    return { ...endingOf(failure), outcome: 'NOT_APPLIED' };
  }
};

const faultsOf = ({ errors, items, steps }: DryRun): readonly Fault[] => {
  const all = [...errors, ...[...items, ...steps].flatMap((part) => part.errors)];
  // A launch has the errors of its steps as its own.
  return [...new Map(all.map((fault) => [`${fault.argument} ${fault.message}`, fault])).values()];
};

/**
 * Shows the effect of a write, and waits for the user's approval; null if the user goes back. A
 * write that is not ready needs no approval.
 */
export type Review = (asked: Promise<Preview>) => Promise<Preview | null>;

/** The review of this page's writes. */
export const ReviewWith = createContext<Review>((asked) => asked);
