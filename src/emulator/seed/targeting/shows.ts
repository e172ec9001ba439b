import { createRandom } from '../../random.ts';
import type { StoredRow } from '../../store.ts';
import { itemsOf, linesOf, option } from './option.ts';

const marketNames = new Map(
  linesOf(`
fr-FR: France
es-CL: Chile
de-DE: Germany
nl-NL: Netherlands
en-US: United States
es-VE: Venezuela
pt-BR: Brazil
es-MX: Mexico
es-CO: Colombia
en-GB: United Kingdom
es-AR: Argentina
ja-JP: Japan
en-CA: Canada
es-ES: Spain
it-IT: Italy
es-US: United States - Hispanic
en-IE: Ireland
`).map(([locale, [name = '']]) => [locale, name]),
);
const locales = [...marketNames.keys()].map((locale) => {
  const [language = '', country = ''] = locale.split('-');
  return { language, country };
});

/** The markets whose shows can be targeted. */
export const tvMarkets: readonly StoredRow[] = [...marketNames].map(([locale, name]) => ({
  name,
  country_code: locale.slice(3),
  locale,
}));

/** For each language the two halves of titles, each of which goes with each. */
const titles: readonly (readonly [language: string, places: string, formats: string])[] = [
  [
    'en',
    'Harbour, Prairie, Hilltop, Midnight, Northern, Riverside, Station, Sunday, Village, Winter',
    'Bake-Off, Detectives, Diaries, Gardens, Hospital, House Hunt, Kitchen, News, Quiz, Tonight',
  ],
  ['es', 'Amor, Cocina, Noche, Verano, Vida', 'al sur, de barrio, en directo, sin fin, y fortuna'],
  ['pt', 'Amor, Cozinha, Noite, Praia, Vida', 'ao vivo, da cidade, do norte, em dobro, sem fim'],
  [
    'fr',
    'Cuisine, Jardin, Maison, Nuit, Soir',
    'de province, en direct, en fête, en ville, sans fin',
  ],
  ['de', 'Abend, Garten, Hafen, Heimat, Küchen', 'duell, geschichten, ermittler, journal, quiz'],
  ['nl', 'Avond, Dorps, Haven, Keuken, Zomer', 'gasten, geheimen, journaal, quiz, verhalen'],
  [
    'it',
    'Amore, Cucina, Notte, Piazza, Vita',
    'al mare, di paese, in diretta, in gioco, senza fine',
  ],
  ['ja', '夜の, 港の, 日曜, 朝の, 北の', 'クイズ, ドラマ, ニュース, 台所, 旅'],
];
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
  ...titles.flatMap(([language, places, formats], group) => {
    const spoken = locales.filter((locale) => locale.language === language);
    const joint = language === 'ja' || language === 'de' || language === 'nl' ? '' : ' ';
    return itemsOf(places).flatMap((place, row) =>
      itemsOf(formats).map((format, column) => {
        const value = first + group * 1000 + row * 20 + column;
        const broadcast = spoken.filter((_, at) => at === 0 || (row + column + at) % 3 !== 0);
        return show(value, `${place}${joint}${format}`, broadcast);
      }),
    );
  }),
];
