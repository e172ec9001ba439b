import { expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();

const document = `query ($granularity: Granularity!, $keywords: [String!]!, $negativeKeywords: [String!], $startTime: DateTime!, $endTime: DateTime, $location: String) {
  keywordInsights(granularity: $granularity, keywords: $keywords, negativeKeywords: $negativeKeywords, startTime: $startTime, endTime: $endTime, location: $location) {
    relatedKeywords
    tweetVolume
  }
}`;
const usual = {
  granularity: 'DAY',
  keywords: ['developers'],
  startTime: '2025-05-01T00:00:00Z',
  endTime: '2025-05-08T00:00:00Z',
};
const ask = (changes: object) => running.ask(document, { ...usual, ...changes });
const words = (count: number, prefix = 'word') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const hour = 3_600_000;
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

test('insights are one call, with the keywords joined by commas', async () => {
  const { data, calls } = await ask({
    keywords: ['cold brew', 'espresso'],
    negativeKeywords: ['tea'],
    location: '96683cc9126741d1',
  });
  expect(data.keywordInsights.relatedKeywords).toHaveLength(30);
  expect(data.keywordInsights.tweetVolume).toHaveLength(7);
  expect(calls.map(({ path, query }) => ({ path, query }))).toEqual([
    {
      path: '/12/insights/keywords/search',
      query: {
        granularity: 'DAY',
        keywords: 'cold brew,espresso',
        negative_keywords: 'tea',
        start_time: '2025-05-01T00:00:00Z',
        end_time: '2025-05-08T00:00:00Z',
        location: '96683cc9126741d1',
      },
    },
  ]);
});

test('an hour is the finest granularity', async () => {
  const { data } = await ask({ granularity: 'HOUR', endTime: '2025-05-02T00:00:00Z' });
  expect(data.keywordInsights.tweetVolume).toHaveLength(24);
});

test.each([
  ['ten keywords', { keywords: words(10) }],
  ['six keywords and four negative ones', { keywords: words(6), negativeKeywords: words(4, 'no') }],
  ['a window of exactly seven days', {}],
  [
    'a window that ends now and began almost seven days ago',
    { startTime: fromNow(-167 * hour), endTime: null },
  ],
])('%s are accepted', async (_what, changes) => {
  const { data, calls } = await ask(changes);
  expect(data.keywordInsights.relatedKeywords).toHaveLength(30);
  expect(calls).toHaveLength(1);
});

test.each([
  ['eleven keywords', { keywords: words(11) }, 'keywords'],
  ['six and five negative ones', { keywords: words(6), negativeKeywords: words(5) }, 'keywords'],
  ['no keywords', { keywords: [] }, 'keywords'],
  ['a comma inside a keyword', { keywords: ['fine', 'a,b'] }, 'keywords[1]'],
  ['a comma inside a negative one', { negativeKeywords: ['a,b'] }, 'negativeKeywords[0]'],
  ['an empty keyword', { keywords: [''] }, 'keywords[0]'],
  ['a second more than seven days', { endTime: '2025-05-08T00:00:01Z' }, 'endTime'],
  ['an end before the start', { endTime: '2025-04-30T00:00:00Z' }, 'endTime'],
  [
    'no end and a start more than seven days ago',
    { startTime: fromNow(-169 * hour), endTime: null },
    'startTime',
  ],
  ['no end and a start ahead', { startTime: fromNow(hour), endTime: null }, 'startTime'],
  ['two places', { location: '96683cc9126741d1,3078869807f9dd36' }, 'location'],
])('%s are refused before any call', async (_what, changes, argument) => {
  const { data, errors, calls } = await ask(changes);
  expect(data.keywordInsights).toBeNull();
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument });
  expect(calls).toEqual([]);
});

test('granularity must be given', async () => {
  const { errors, calls } = await running.ask(
    `{ keywordInsights(keywords: ["a"], startTime: "2025-05-01T00:00:00Z") { tweetVolume } }`,
  );
  expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect(calls).toEqual([]);
});

test('a place that is no country is left to the API to refuse', async () => {
  const { data, errors, calls } = await ask({ location: '3797791ff9c0e4c6' });
  expect(data.keywordInsights).toBeNull();
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'UPSTREAM_REJECTED',
    argument: 'location',
  });
  expect(calls).toHaveLength(1);
});
