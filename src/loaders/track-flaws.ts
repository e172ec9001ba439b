import type { Answer } from '../upstream/client/client.ts';
import { TransportError } from '../upstream/client/errors.ts';
import type { Page, PageAsk } from './page-ask.ts';
import type { Input, Reads } from './reads.ts';

/** Reads that are trackFlaws while lists are read, and what was wrong with the answers that a page was made of. */
export interface Watched {
  readonly reads: Reads;
  /** Puts the flaws of its answers to a page. */
  readonly tell: (page: Page | Error) => Page | Error;
}

/** Watches the reads of lists that differ in nothing but their parents, as this one does. */
export const trackFlaws = (reads: Reads, like: PageAsk | undefined): Watched => {
  const flaws = new Map<string, readonly Error[]>();
  const note = (input: Input, found: readonly Error[]): void => {
    for (const parent of parentsIn(input, like)) {
      // A list that is read anew, from its beginning, leaves nothing of what was wrong before.
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
    tell: (page) => {
      if (page instanceof Error || flaws.size === 0) return page;
      const found = flaws.get(page.ask.parent?.id.toLowerCase() ?? '') ?? [];
      // Whatever the rows are that could not be read, they count.
      return found.length === 0 ? page : { ...page, flaws: found, knownTotal: null };
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
  // The rows of one parent need not say whose they are.
  if (parent === null || endpoint === undefined || parentsIn(input, like).length < 2) return flaws;
  const strays = rows.filter((row) => (row[parent.column] ?? null) === null).length;
  if (strays === 0) return flaws;
  const reason = `${strays} rows of the answer have no ${parent.column}, so nobody can tell whose they are`;
  return [
    ...flaws,
    new TransportError('UPSTREAM_BAD_RESPONSE', endpoint.name, reason, { sent: true }),
  ];
};
