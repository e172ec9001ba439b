const companions = [
  'today',
  'tips',
  'deals',
  'news',
  'review',
  'near me',
  'ideas',
  'best',
  'vintage',
  'online',
  'weekend',
  'sale',
  'guide',
  'photos',
  'community',
];

/**
 * Invents `count` keywords from these. None contains a word of `without`, unless too few are left.
 */
export const relatedTo = (
  keywords: readonly string[],
  without: readonly string[],
  count: number,
): readonly string[] => {
  const excluded = without.map((word) => word.toLowerCase());
  const made: string[] = [];
  for (let round = 0; made.length < count; round += 1) {
    for (const companion of companions) {
      for (const keyword of keywords) {
        const word = round === 0 ? `${keyword} ${companion}` : `${companion} ${keyword} ${round}`;
        if (!excluded.some((other) => word.toLowerCase().includes(other)) || round > 3) {
          made.push(word);
        }
      }
    }
  }
  return made.slice(0, count);
};
