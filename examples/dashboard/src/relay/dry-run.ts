import { createContext } from 'react';
import type { GraphQLTaggedNode, Variables } from 'relay-runtime';
import { getRequest } from 'relay-runtime';
import type { Ending } from './attempt.ts';
import type { Fault } from './gateway.ts';
import { answerOf, GatewayError } from './gateway.ts';

interface Told {
  readonly sentences: readonly string[];
  readonly errors: readonly Fault[];
}

interface BudgetChange {
  readonly currency: string;
  readonly dailyBefore: string;
  readonly dailyAfter: string;
  readonly totalBefore: string;
  readonly totalAfter: string;
}

interface Activation {
  readonly type: string;
  readonly name: string | null;
}

/** What a write would do. */
export interface DryRun extends Told {
  readonly outcome: 'READY' | 'GUARDED' | Ending['outcome'];
  readonly money: readonly BudgetChange[];
  readonly activates: readonly Activation[];
  readonly items: readonly Told[];
  readonly steps: readonly Told[];
}

/** What a write would do, or how it ended without being sent: it would be refused, or nobody knows. */
export type Preview = DryRun | Ending;

/** Whether a write would be sent. */
export const isReady = (preview: Preview): preview is DryRun => preview.outcome === 'READY';

/** Asks the gateway what a mutation would do. Nothing is sent to the API. */
export const previewOf = async (
  mutation: GraphQLTaggedNode,
  variables: Variables,
): Promise<Preview> => {
  try {
    const { params } = getRequest(mutation);
    const headers = { 'x-ads-dry-run': '1' };
    const { errors = [], extensions } = await answerOf(params, variables, { headers });
    const dryRun = extensions?.['dryRun'] as { readonly writes: readonly DryRun[] } | undefined;
    const [write] = dryRun?.writes ?? [];
    if (write === undefined) throw new GatewayError(errors);
    return write.outcome === 'READY' ? write : { outcome: 'REJECTED', errors: faultsOf(write) };
  } catch (error) {
    const told = error instanceof GatewayError ? error : null;
    return {
      outcome: 'NOT_APPLIED',
      errors: told?.faults ?? [{ message: (error as Error).message }],
      isSignedOut: told?.isSignedOut ?? false,
    };
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
