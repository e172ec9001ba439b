import type { Page, PageAsk } from './page-ask.ts';
import type { Input, Reads } from './reads.ts';

/** Reads that record flaws, and the function that adds these to pages. */
interface FlawTracker {
  readonly reads: Reads;
  /** Adds to a page the flaws of the answers that it was read from. */
  readonly addFlaws: (page: Page | Error) => Page | Error;
}

/**
 * Records the flaws of reads, by parent: a flaw of a merged answer affects all its parents. `like`
 * is one of the asks.
 */
export const trackFlaws = (reads: Reads, like: PageAsk | undefined): FlawTracker => {
  const flaws = new Map<string, readonly Error[]>();
  const note = (input: Input, found: readonly Error[]): void => {
    if (found.length === 0 && flaws.size === 0) return;
    for (const parent of parentsIn(input, like)) {
      // A list that is read again from its beginning replaces what was read before, and its flaws.
      const before = input['cursor'] === undefined ? [] : (flaws.get(parent) ?? []);
      if (found.length > 0 || before.length < (flaws.get(parent) ?? []).length)
        flaws.set(parent, [...before, ...found]);
    }
  };
  return {
    reads: {
      ...reads,
      call: async (endpoint, input, trace) => {
        const answer = await reads.call(endpoint, input, trace);
        note(input, answer.flaws ?? []);
        return answer;
      },
    },
    addFlaws: (page) => {
      if (page instanceof Error || flaws.size === 0) return page;
      const found = flaws.get(page.ask.parent?.id.toLowerCase() ?? '') ?? [];
      if (found.length === 0) return page;
      // Rows that could not be read count too, so the number of rows is unknown.
      return { ...page, flaws: [...found, ...(page.flaws ?? [])], knownTotal: null };
    },
  };
};

const parentsIn = (input: Input, like: PageAsk | undefined): readonly string[] =>
  like?.parent == null
    ? ['']
    : [input[like.parent.param]].flat().map((id) => String(id).toLowerCase());
