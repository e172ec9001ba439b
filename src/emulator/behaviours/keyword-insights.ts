import { createHash } from 'node:crypto';
import { answerWith } from '../read.ts';
import { invalid } from '../refusal.ts';
import type { Handler } from '../scope.ts';
import { optionOf } from '../seed/options.ts';

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
const related = 30;
const hour = 3_600_000;

/** An invented number of posts, from 0 to 899: always the same for the same keyword and time. */
const volumeOf = (keyword: string, at: number): number =>
  createHash('sha256').update(`${keyword.toLowerCase()} ${at}`).digest().readUInt16BE(0) % 900;

const relatedTo = (keywords: readonly string[], without: readonly string[]): readonly string[] => {
  const excluded = without.map((word) => word.toLowerCase());
  const made: string[] = [];
  for (let round = 0; made.length < related; round += 1) {
    for (const companion of companions) {
      for (const keyword of keywords) {
        const word = round === 0 ? `${keyword} ${companion}` : `${companion} ${keyword} ${round}`;
        if (!excluded.some((other) => word.toLowerCase().includes(other)) || round > 3) {
          made.push(word);
        }
      }
    }
  }
  return made.slice(0, related);
};

const requireCountry = (location: unknown): void => {
  if (location === undefined || location === null) return;
  const value = String(location);
  if (optionOf('LOCATION', value)?.locationType === 'COUNTRIES') return;
  throw invalid('location', `${value} is not the value of a country`, value);
};

const getKeywordInsights: Handler = (scope) => {
  const { input, now } = scope;
  requireCountry(input['location']);
  const keywords = input['keywords'] as readonly string[];
  const without = (input['negative_keywords'] as readonly string[] | null | undefined) ?? [];
  const start = Date.parse(String(input['start_time']));
  const given = input['end_time'];
  const end = typeof given === 'string' ? Date.parse(given) : now();
  const step = input['granularity'] === 'DAY' ? 24 * hour : hour;
  const volume = Array.from({ length: Math.ceil((end - start) / step) }, (_, index) =>
    keywords.reduce((sum, keyword) => sum + volumeOf(keyword, start + index * step), 0),
  );
  return answerWith(scope, 200, {
    related_keywords: relatedTo(keywords, without),
    tweet_volume: volume,
  });
};

export const handlers: Readonly<Record<string, Handler>> = { getKeywordInsights };
