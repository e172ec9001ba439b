import { daysBetween, figureOf } from '../workload/stats.ts';

// The columns of these groups in the API. Most campaigns have no figure in some of them.
const columns = {
  ENGAGEMENT: [
    'impressions',
    'engagements',
    'clicks',
    'app_clicks',
    'url_clicks',
    'likes',
    'replies',
    'retweets',
    'follows',
    'card_engagements',
    'qualified_impressions',
  ],
  BILLING: ['billed_charge_local_micro', 'billed_engagements'],
} as const;
const unknown = ['carousel_swipes', 'tweets_send', 'poll_card_vote'];

const isGroup = (name: string): name is keyof typeof columns => name in columns;

/**
 * The body of an answer about results. Days are taken from the request; the last one is excluded.
 */
export const statsBody = (searchParams: URLSearchParams): string => {
  const asked = (name: string): string => searchParams.get(name) ?? '';
  const days = daysBetween(asked('start_time').slice(0, 10), asked('end_time').slice(0, 10));
  const own = days.slice(0, -1);
  const names = asked('metric_groups')
    .split(',')
    .flatMap((group) => (isGroup(group) ? columns[group] : []));
  const figuresOf = (id: string, column: string): readonly number[] => {
    const figures = own.map((day) => figureOf(id, column, day));
    return asked('granularity') === 'DAY' ? figures : [figures.reduce((sum, one) => sum + one, 0)];
  };
  const data = asked('entity_ids')
    .split(',')
    .map((id) => ({
      id,
      id_data: [
        {
          segment: null,
          metrics: Object.fromEntries([
            ...unknown.map((name) => [name, null]),
            ...names.map((name) => [name, figuresOf(id, name)]),
          ]),
        },
      ],
    }));
  const at = (day: string): string => `${day.slice(0, 10)}T08:00:00Z`;
  const params = {
    ...Object.fromEntries(searchParams),
    start_time: at(asked('start_time')),
    end_time: at(asked('end_time')),
  };
  return JSON.stringify({
    data_type: 'stats',
    time_series_length: asked('granularity') === 'DAY' ? own.length : 1,
    data,
    request: { params },
  });
};
