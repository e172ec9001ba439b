import { get, group } from '../language/endpoint.ts';
import { entity, oneOf } from '../language/entity.ts';
import { choices, listOf, long, required, text, time } from '../language/params.ts';
import { atMostTogether, inOrder } from '../language/rules.ts';

export const keywordInsights = entity(
  'KeywordInsights',
  'The number of posts about some keywords in one country, and related keywords.',
  {
    related_keywords: listOf(text('Keyword'), '30 related keywords'),
    tweet_volume: listOf(
      long('Posts'),
      'Number of posts about the keywords for each day or hour, in order',
    ),
  },
  { key: null, inAccount: false },
);

const granularity = choices('Granularity', 'The time span of one number of posts', {
  DAY: 'One number for each day',
  HOUR: 'One number for each hour',
});
const keywords = (doc: string) =>
  listOf(text('Keyword', { format: 'item' }), doc, { min: 1, max: 10 });

export const keywordInsightEndpoints = group({
  getKeywordInsights: get('insights/keywords/search', {
    doc: 'The number of posts about some keywords, and related keywords',
    params: {
      granularity: required(granularity.any('Time span of one number')),
      keywords: required(
        keywords(
          'Count posts with any of these; no keyword may contain a comma. At most 10 together with negativeKeywords',
        ),
      ),
      negative_keywords: keywords(
        'Count no posts with any of these; no keyword may contain a comma. At most 10 together with keywords',
      ),
      start_time: required(time('Start of the time window')),
      end_time: time('End of the time window, at most 7 days after its start; now by default'),
      location: text('The country, as the targeting value of a LOCATION criterion', {
        format: 'place',
      }),
    },
    rules: [
      atMostTogether(10, 'keywords', 'negative_keywords'),
      inOrder('start_time', 'end_time', { maxDays: 7, defaultsToNow: true }),
    ],
    returns: oneOf(keywordInsights),
  }),
});
