import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import type { PartAt, PartPosition } from './written.ts';

/** A part, and the positions at which it is still to be written. */
export interface Due {
  readonly part: PartAt['part'];
  readonly positions: PartPosition[];
}

/** The positions of an answer that are not yet written. */
interface Pending {
  readonly add: (positions: readonly PartPosition[]) => void;
  readonly isEmpty: () => boolean;
  /** Takes all whose part is resolved, or waits for the first. Something must be pending. */
  readonly take: () => Promise<readonly Due[]>;
}

/** Creates an empty set. The cost of a position does not depend on the number of others. */
export const createPending = (): Pending => {
  const byPart = new Map<Due['part'], Due>();
  let ready: Due[] = [];
  let wake = (): void => undefined;
  const makeReady = (due: Due): void => {
    ready.push(due);
    wake();
  };
  const dueOf = (part: Due['part']): Due => {
    const due = { part, positions: [] };
    if (part.isResolved) makeReady(due);
    else part.resolved.then(() => makeReady(due));
    return due;
  };
  return {
    add: (positions) => {
      for (const position of positions) {
        for (const part of position.parts)
          getOrMake(byPart, part, () => dueOf(part)).positions.push(position);
      }
    },
    isEmpty: () => byPart.size === 0,
    take: async () => {
      if (ready.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const taken = ready;
      ready = [];
      for (const { part } of taken) byPart.delete(part);
      return taken;
    },
  };
};
