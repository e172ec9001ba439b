import { useState } from 'preact/hooks';
import type { DocsEntry } from './docs-search.ts';

/** The visited entries, and the position of the shown one; null is the start page. */
interface Trail {
  readonly entries: readonly (DocsEntry | null)[];
  readonly at: number;
}

/** The navigation in the docs, with back and forward. */
export const useDocs = () => {
  const [{ entries, at }, setTrail] = useState<Trail>({ entries: [null], at: 0 });
  const entry = entries[at] ?? null;
  const go = (next: DocsEntry | null): void =>
    setTrail((trail) => {
      const shown = trail.entries[trail.at] ?? null;
      if (next?.type === shown?.type && next?.field === shown?.field) return trail;
      return { entries: [...trail.entries.slice(0, trail.at + 1), next], at: trail.at + 1 };
    });
  const move = (steps: number): void =>
    setTrail((trail) => ({
      ...trail,
      at: Math.min(Math.max(trail.at + steps, 0), trail.entries.length - 1),
    }));
  return {
    entry,
    go,
    back: at > 0 ? () => move(-1) : null,
    forward: at < entries.length - 1 ? () => move(1) : null,
  };
};
