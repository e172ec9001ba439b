import { createHash } from 'node:crypto';
import type { StoredRow } from '../../store.ts';
import { option } from './option.ts';
import { tableOf } from './table.ts';

const countries = tableOf('countries');
const names = new Map(countries.map(({ country, name }) => [country, name]));

/** The last part of the names of places in a country. */
const within = (country: string): string =>
  country === 'US' ? 'USA' : (names.get(country) ?? country);

// Fixed values; those of other places are computed from their names.
const known = new Map(
  tableOf('place-values').map(({ location_type, name, value }) => [
    `${location_type} ${name}`,
    value,
  ]),
);

const place = (location_type: string, country_code: string, name: string): StoredRow => {
  const key = `${location_type} ${name}`;
  const made = createHash('sha1').update(key).digest('hex').slice(0, 16);
  return option('LOCATION', known.get(key) ?? made, { name, country_code, location_type });
};

/** All codes of a range. In `M4B` the last character counts up, in `02108` the number. */
const codesFrom = (first: string, last: string): readonly string[] => {
  if (/^\d+$/.test(first)) {
    const [from, to] = [Number(first), Number(last)];
    return Array.from({ length: to - from + 1 }, (_, index) =>
      String(from + index).padStart(first.length, '0'),
    );
  }
  const [from, to] = [first.charCodeAt(2), last.charCodeAt(2)];
  return Array.from(
    { length: to - from + 1 },
    (_, index) => first.slice(0, 2) + String.fromCharCode(from + index),
  );
};

// The code of the state ends the name of a metropolitan area.
const cityOfUs = ({ metro = '', city = '' }): string =>
  `${city}, ${metro}, ${metro.slice(-2)}, USA`;

const citiesOfUs = tableOf('us-cities');
const metros = new Set(citiesOfUs.map(({ metro }) => metro));

/** All places that can be targeted. */
export const locations: readonly StoredRow[] = [
  ...countries.map(({ country = '', name = '' }) => place('COUNTRIES', country, name)),
  ...tableOf('regions').map(({ country = '', region = '' }) =>
    place('REGIONS', country, `${region}, ${within(country)}`),
  ),
  ...[...metros].map((metro) => place('METROS', 'US', `${metro}, USA`)),
  ...citiesOfUs.map((row) => place('CITIES', 'US', cityOfUs(row))),
  ...tableOf('cities').map(({ country = '', city = '' }) =>
    place('CITIES', country, `${city}, ${within(country)}`),
  ),
  ...tableOf('postal-codes').flatMap(({ country = '', first = '', last = '', city = '' }) =>
    codesFrom(first, last).map((code) =>
      place('POSTAL_CODES', country, `${code}, ${city}, ${within(country)}`),
    ),
  ),
];
