import { didYouMean } from '../../src/upstream/catalogue/language/near-names.ts';

/** A sentence about an unknown name, with the known one that is meant, if one is near. */
export const unknownName = (sentence: string, name: string, known: readonly string[]): string =>
  `${sentence} ${name}${didYouMean(name, known) || '.'}`;
