import type { StoredRow } from '../../store.ts';
import { optionOf } from '../options.ts';
import { locations } from './locations.ts';
import { interests, languages, platforms } from './plain.ts';

interface SeededTarget {
  readonly type: string;
  readonly value: string;
  readonly name: string;
  readonly locationType?: string;
}

const entries = (rows: readonly StoredRow[], column: string, wanted: readonly string[]) =>
  wanted.map((value): SeededTarget => {
    const row = rows.find((one) => one[column] === value);
    if (row === undefined) throw new TypeError(`no list holds ${value}`);
    const kind = row['location_type'];
    return {
      type: String(row['targeting_type']),
      value: String(row['targeting_value']),
      name: String(row['name']),
      ...(kind !== undefined && { locationType: kind === 'CITIES' ? 'CITY' : String(kind) }),
    };
  });

const places = entries(locations, 'name', [
  'United States',
  'Germany',
  'United Kingdom',
  'Japan',
  'Canada',
  'Netherlands',
  'Hamburg, Germany',
  'San Francisco, San Francisco-Oakland-San Jose CA, CA, USA',
  'Seattle, Seattle-Tacoma WA, WA, USA',
  'London, United Kingdom',
  'Edinburgh, United Kingdom',
  'Osaka, Japan',
  'Bavaria, Germany',
  'California, USA',
]);

const usual: Readonly<Record<string, readonly SeededTarget[]>> = {
  AGE: ['18_TO_24', '25_TO_34', '25_TO_49', '35_TO_49', 'OVER_50'].flatMap(
    (age) => optionOf('AGE', `AGE_${age}`) ?? [],
  ),
  LANGUAGE: entries(languages, 'targeting_value', ['en', 'de', 'ja', 'fr', 'es']),
  PLATFORM: entries(platforms, 'targeting_value', ['0', '1', '4']),
  INTEREST: entries(interests, 'name', [
    'Sports/Cycling',
    'Sports/Camping and hiking',
    'Food and drink/Coffee and tea',
    'Food and drink/Cooking',
    'Gaming/Puzzle games',
    'Gaming/Role-playing games',
    'Travel/City breaks',
    'Travel/Rail travel',
    'Home and garden/Home improvement',
    'Business/Small business',
    'Hobbies and interests/Photography',
    'Sports/Running',
  ]),
};

/** The targets of a type that seeded line items have. */
export const usualTargets = (type: string): readonly SeededTarget[] => usual[type] ?? [];

/** The locations whose names begin with one of these markets. */
export const placesIn = (markets: readonly string[]): readonly SeededTarget[] =>
  places.filter(({ name }) => markets.includes(name.replace(/,.*/, '')));
