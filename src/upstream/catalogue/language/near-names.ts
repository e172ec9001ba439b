import { distance } from 'fastest-levenshtein';

const mostNames = 3;

/**
 * Ends a sentence about an unknown name with the known names that it probably means, those with
 * the fewest mistakes: `. Did you mean "start"?`. Empty if none is similar.
 */
export const didYouMean = (name: string, known: readonly string[]): string => {
  const mistakes = known.map((one) => distance(name, one));
  const fewest = Math.min(...mistakes);
  if (fewest > Math.max(name.length / 3, Math.min(2, name.length - 2))) return '';
  const near = known.filter((_, index) => mistakes[index] === fewest).slice(0, mostNames);
  return `. Did you mean ${near.map((one) => `"${one}"`).join(' or ')}?`;
};
