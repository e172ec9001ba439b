import type { DryEntry } from '../gateway.ts';
import type { PlanText } from './write-plan.ts';

/** The order of sentences: the smaller rank first, of equal ranks the larger amount. */
interface Weight {
  readonly rank: number;
  readonly amount: bigint;
}

const others: Weight = { rank: 4, amount: 0n };

/** The sentences of writes, those that cost most first. */
export const costliestFirst = ({ writes }: Pick<PlanText, 'writes'>): readonly string[] =>
  writes
    .flatMap((write) =>
      write.sentences.map((sentence, index) => ({ sentence, ...weightOf(write, index) })),
    )
    .sort((one, other) => one.rank - other.rank || Number(other.amount - one.amount))
    .map(({ sentence }) => sentence);

/** The first sentences of a write are about its changes, the others about activations. */
const weightOf = ({ changes, activates, facts }: DryEntry, index: number): Weight => {
  const change = changes[index];
  if (change === undefined) {
    return index < changes.length + activates.length ? { rank: 1, amount: 0n } : others;
  }
  const raise = facts?.raises[index] ?? null;
  if (raise !== null) return { rank: 0, amount: BigInt(raise) };
  return { rank: rankOf(change, facts?.maySpend === true), amount: 0n };
};

const rankOf = ({ action }: DryEntry['changes'][number], maySpend: boolean): number =>
  action === 'DELETE' ? 2 : maySpend ? 3 : others.rank;

interface SentenceRoom {
  /** The most sentences. */
  readonly most: number;
  /** The most characters. */
  readonly characters: number;
}

/** As many sentences as fit, and the number of the others; `count` is the number of all. */
export const fitting = (
  sentences: readonly string[],
  count: number,
  { most, characters }: SentenceRoom,
): readonly string[] => {
  let left = characters;
  const none = sentences.findIndex((one, index) => {
    left -= one.length + 1;
    return left < 0 || index === most;
  });
  const shown = none < 0 ? sentences : sentences.slice(0, none);
  const more = count - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more.`];
};
