import { createRandom } from '../../random.ts';
import type { StoredRow } from '../../store.ts';
import { option } from './option.ts';
import { tableOf } from './table.ts';

/** The markets whose shows can be targeted. */
export const tvMarkets: readonly StoredRow[] = tableOf('tv-markets');

const locales = tvMarkets.map(({ locale }) => {
  const [language = '', country = ''] = String(locale).split('-');
  return { language, country };
});

// Two halves of titles for each language. Every first half is combined with every second one.
const halves = tableOf('tv-titles');
const languages = [...new Set(halves.map(({ language = '' }) => language))];
const halvesIn = (language: string, half: string): readonly string[] =>
  halves
    .filter((row) => row['language'] === language && row['half'] === half)
    .map(({ word = '' }) => word);

const genres = [
  'DRAMA',
  'GAME_SHOW',
  'NEWS',
  'PAID',
  'REALITY',
  'SERIES',
  'SPORTS',
  'TALK',
] as const;

const show = (value: number, name: string, broadcast: readonly unknown[]): StoredRow => {
  const random = createRandom(`show ${value}`);
  return option('TV_SHOW', value, {
    name,
    genre: random.pick(genres),
    estimated_users: Math.max(1000, random.between(1, 900) * 500),
    locales: broadcast,
  });
};

const first = 10_000_284_000;

/** The television shows: two in one market each, and those of a language in some of its markets. */
export const tvShows: readonly StoredRow[] = [
  show(10_000_283_242, 'The Lighthouse Bake-Off', [{ language: 'en', country: 'US' }]),
  show(10_000_283_310, 'Night Trains', [{ language: 'en', country: 'GB' }]),
  ...languages.flatMap((language, group) => {
    const spoken = locales.filter((locale) => locale.language === language);
    const joint = language === 'ja' || language === 'de' || language === 'nl' ? '' : ' ';
    return halvesIn(language, 'first').flatMap((region, row) =>
      halvesIn(language, 'second').map((format, column) => {
        const value = first + group * 1000 + row * 20 + column;
        const broadcast = spoken.filter((_, at) => at === 0 || (row + column + at) % 3 !== 0);
        return show(value, `${region}${joint}${format}`, broadcast);
      }),
    );
  }),
];
