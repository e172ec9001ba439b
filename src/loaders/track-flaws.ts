import { TextColumn } from '../upstream/client/answer/lazy-row.ts';
import type { Answer } from '../upstream/client/client.ts';
import { TransportError } from '../upstream/client/errors.ts';
import type { Page, PageAsk } from './page-ask.ts';
import type { Input, Reads } from './reads.ts';

/** Reads whose flaws are recorded, and the function that adds them to pages. */
interface FlawTracker {
  readonly reads: Reads;
  /** Adds to a page the flaws of the answers that it was read from. */
  readonly addFlaws: (page: Page | Error) => Page | Error;
}

/** Records the flaws of reads, by parent: a flaw of a merged answer concerns all its parents. `like` is one of the asks. */
export const trackFlaws = (reads: Reads, like: PageAsk | undefined): FlawTracker => {
  const flaws = new Map<string, readonly Error[]>();
  const note = (input: Input, found: readonly Error[]): void => {
    if (found.length === 0 && flaws.size === 0) return;
    for (const parent of parentsIn(input, like)) {
      // A list that is read again from its beginning replaces what was read before, with its flaws.
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
        note(input, flawsOf(answer, input, like));
        return answer;
      },
    },
    addFlaws: (page) => {
      if (page instanceof Error || flaws.size === 0) return page;
      const found = flaws.get(page.ask.parent?.id.toLowerCase() ?? '') ?? [];
      if (found.length === 0) return page;
      // The rows that could not be read count too, so the number of rows is not known.
      return { ...page, flaws: [...found, ...(page.flaws ?? [])], knownTotal: null };
    },
  };
};

const parentsIn = (input: Input, like: PageAsk | undefined): readonly string[] =>
  like?.parent == null
    ? ['']
    : [input[like.parent.param]].flat().map((id) => String(id).toLowerCase());

const flawsOf = (
  { rows, flaws = [] }: Answer,
  input: Input,
  like: PageAsk | undefined,
): readonly Error[] => {
  const { parent = null, endpoint } = like ?? {};
  if (parent === null || endpoint === undefined) return flaws;
  const parents = input[parent.param];
  // Where the call asked for one parent, its rows need no column with the parent's id.
  if (!Array.isArray(parents) || parents.length < 2) return flaws;
  let strays = 0;
  const column = new TextColumn(parent.column);
  for (const row of rows) {
    if (column.in(row) === null && (row[column.name] ?? null) === null) strays += 1;
  }
  if (strays === 0) return flaws;
  const reason = `${strays} rows of the answer have no ${parent.column}, so nobody can tell whose they are`;
  return [
    ...flaws,
    new TransportError('UPSTREAM_BAD_RESPONSE', endpoint.name, reason, { sent: true }),
  ];
};
