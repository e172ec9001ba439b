import type { DryRun } from 'ads-graph/client';
import { createContext } from 'react';
import { endingOf } from './ending.ts';
import type { Ending, Fault } from './fault.ts';

/** What a write would do, or how it ends without being sent. */
export type Preview = DryRun | Ending;

/** Whether a write would be sent. */
export const isReady = (preview: Preview): preview is DryRun => preview.outcome === 'READY';

/** What is shown of a dry run. */
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
 * Shows what a write would do, and waits until somebody agrees; null where somebody goes back. What
 * is not ready needs nobody's word.
 */
export type Review = (asked: Promise<Preview>) => Promise<Preview | null>;

/** What reviews the writes of this page. */
export const ReviewWith = createContext<Review>((asked) => asked);
