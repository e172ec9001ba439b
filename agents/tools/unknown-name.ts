import { hintAt } from '../../src/config/misspelt.ts';

/** A sentence about an unknown name, with the known one that is meant, if one is near. */
export const unknownName = (sentence: string, name: string, known: readonly string[]): string =>
  `${sentence} ${name}${hintAt(name, known) || '.'}`;
