import { createHash } from 'node:crypto';
import { hourMs } from '../../src/upstream/catalogue/language/times.ts';
import { responseWith } from '../read.ts';
import type { Handler } from '../scope.ts';
import { requireCountry } from '../targeting-entries.ts';
import { relatedTo } from './related-keywords.ts';

const related = 30;

/** An invented number of posts, from 0 to 899: always the same for the same keyword and time. */
const volumeOf = (keyword: string, at: number): number =>
  createHash('sha256').update(`${keyword.toLowerCase()} ${at}`).digest().readUInt16BE(0) % 900;

const getKeywordInsights: Handler = (scope) => {
  const { input, now } = scope;
  requireCountry('location', scope);
  const keywords = input['keywords'] as readonly string[];
  const without = (input['negative_keywords'] as readonly string[] | null | undefined) ?? [];
  const start = Date.parse(String(input['start_time']));
  const given = input['end_time'];
  const end = typeof given === 'string' ? Date.parse(given) : now();
  const step = input['granularity'] === 'DAY' ? 24 * hourMs : hourMs;
  const volume = Array.from({ length: Math.ceil((end - start) / step) }, (_, index) =>
    keywords.reduce((sum, keyword) => sum + volumeOf(keyword, start + index * step), 0),
  );
  return responseWith(scope, 200, {
    related_keywords: relatedTo(keywords, without, related),
    tweet_volume: volume,
  });
};

export const handlers: Readonly<Record<string, Handler>> = { getKeywordInsights };
