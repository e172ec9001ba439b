import { get, group } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import { choices, listOf, long, required, text, time } from '../language/params.ts';
import { oneOf } from '../language/returns.ts';
import { atMostTogether, inOrderUntilNow } from '../language/rules.ts';

export const keywordInsights = entity(
  'KeywordInsights',
  'How much is posted about some keywords in one country, and what else comes up with them.',
  {
    related_keywords: listOf(text('Keyword'), 'What comes up with the keywords, 30 of them'),
    tweet_volume: listOf(
      long('Posts'),
      'Posts about the keywords themselves in each day or hour, in order',
    ),
  },
  { key: null, inAccount: false },
);

const granularity = choices('Granularity', ['DAY', 'HOUR'], {
  doc: 'The span that one number of posts counts',
  values: { DAY: 'One number for each day', HOUR: 'One number for each hour' },
});
const keyword = text('Keyword', { min: 1, format: 'keyword' });

export const keywordInsightEndpoints = group({
  getKeywordInsights: get('insights/keywords/search', {
    doc: 'How much is posted about some keywords, and what else comes up with them',
    params: {
      granularity: required(granularity.any('Span that one number counts')),
      keywords: required(
        listOf(
          keyword,
          'Posts with any of these, counted together with negativeKeywords; no comma inside one',
          { min: 1, max: 10 },
        ),
      ),
      negative_keywords: listOf(
        keyword,
        'Posts with none of these, counted together with keywords; no comma inside one',
        {
          min: 1,
          max: 10,
        },
      ),
      start_time: required(time('Begin of the window')),
      end_time: time('End of the window, at most 7 days after its begin; now unless given'),
      location: text('One country, as the targeting value of a location of that level', {
        format: 'place',
      }),
    },
    rules: [
      atMostTogether(10, 'keywords', 'negative_keywords'),
      inOrderUntilNow('start_time', 'end_time', 7),
    ],
    returns: oneOf(keywordInsights),
  }),
});
