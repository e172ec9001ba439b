import { maxDays } from '../../resolvers/reads/stats/range.ts';
import type { SpanView, StatsView } from '../../resolvers/reads/stats/stats.ts';
import { daysOf, hoursOf, totalOf } from '../../resolvers/reads/stats/stats.ts';
import { statsPlacement } from '../../upstream/catalogue/areas/stats.ts';
import { iso } from '../../upstream/catalogue/language/times.ts';
import { checkedInput } from './args.ts';
import { builder } from './builder.ts';
import { leafOf } from './kinds.ts';
import { metricsType } from './metrics.ts';

const days = builder.inputType('StatsDays', {
  extensions: checkedInput,
  description: "Whole days in the account's time zone, both inclusive.",
  fields: (t) => ({
    first: t.field({ type: 'Date', required: true, description: 'The first day.' }),
    last: t.field({ type: 'Date', required: true, description: 'The last day.' }),
  }),
});

const hours = builder.inputType('StatsHours', {
  extensions: checkedInput,
  description: 'Whole hours.',
  fields: (t) => ({
    start: t.field({
      type: 'DateTime',
      required: true,
      description: 'The first hour; whole hours only.',
    }),
    end: t.field({
      type: 'DateTime',
      required: true,
      description: 'The end of the last hour, exclusive; whole hours only.',
    }),
  }),
});

/** A range of results. */
export const StatsRange = builder.inputType('StatsRange', {
  extensions: checkedInput,
  description: `The time span that results are for, at most ${maxDays} days: exactly one of these.`,
  isOneOf: true,
  fields: (t) => ({
    lastDays: t.int({
      description: `The last days, up to and including today, in the account's time zone, 1 to ${maxDays}.`,
    }),
    days: t.field({ type: days, description: "Whole days in the account's time zone." }),
    hours: t.field({
      type: hours,
      description:
        "Whole hours. `days` of it can be selected where they are whole days in the account's time zone.",
    }),
  }),
});

/** The places where ads were shown. */
export const placementType = leafOf(statsPlacement.any('')) as 'String';

/** The figures of most kinds of entities. */
export const Metrics = metricsType(
  'Metrics',
  'CAMPAIGN',
  'The figures of a time span. Only the selected groups of figures are requested.',
);
const fundingMetrics = metricsType(
  'FundingInstrumentMetrics',
  'FUNDING_INSTRUMENT',
  'The figures of a funding instrument in a time span, as far as the API has them.',
);
const accountMetrics = metricsType(
  'AccountMetrics',
  'ACCOUNT',
  'The figures of an account in a time span, as far as the API has them.',
);

/** The type of the figures of a day or an hour. */
const spanType = (name: string, of: typeof Metrics, unit: 'day' | 'hour') =>
  builder.objectRef<SpanView>(name).implement({
    description: `The figures of one ${unit}.`,
    fields: (t) => ({
      ...(unit === 'day'
        ? {
            date: t.field({
              type: 'Date',
              nullable: false,
              description: "The day in the account's time zone.",
              resolve: ({ at }) => at,
            }),
          }
        : {
            start: t.field({
              type: 'DateTime',
              nullable: false,
              description: 'When the hour begins.',
              resolve: ({ at }) => at,
            }),
          }),
      metrics: t.field({
        type: of,
        nullable: false,
        description: 'The figures.',
        resolve: (span) => span,
      }),
    }),
  });

const spanTypes = (name: string, of: typeof Metrics) => ({
  day: spanType(`${name}Day`, of, 'day'),
  hour: spanType(`${name}Hour`, of, 'hour'),
});

/** The types of the figures of a day and of an hour. */
export const spans = spanTypes('Stats', Metrics);

const statsType = (name: string, of: typeof Metrics, { day, hour } = spanTypes(name, of)) =>
  builder.objectRef<StatsView>(name).implement({
    description:
      'Results in a range of time. Figures of engagements may change for 24 hours, what was spent for 3 days as a rule and for up to 14; after that they never change.',
    fields: (t) => ({
      start: t.field({
        type: 'DateTime',
        nullable: false,
        description: 'When the range begins.',
        // The time is always known if it is selected.
        resolve: ({ result }) => iso(result.times.start as number),
      }),
      end: t.field({
        type: 'DateTime',
        nullable: false,
        description: 'When the range ends, exclusive.',
        resolve: ({ result }) => iso(result.times.end as number),
      }),
      placement: t.field({
        type: placementType,
        nullable: false,
        description: 'Where the ads were shown.',
        resolve: ({ placement }) => placement as string,
      }),
      total: t.field({
        type: of,
        nullable: false,
        description:
          'The figures of the whole range: the sum of its days or hours if these are selected too.',
        resolve: totalOf,
      }),
      days: t.field({
        type: [day],
        nullable: { list: false, items: false },
        description:
          "The figures of each day in the account's time zone, in order. A range of hours that is not whole days is refused with BAD_USER_INPUT.",
        resolve: daysOf,
      }),
      hours: t.field({
        type: [hour],
        nullable: { list: false, items: false },
        description:
          'The figures of each hour, in order: 24 a day, and 23 or 25 where the clock changes.',
        resolve: hoursOf,
      }),
    }),
  });

/** The types of results, by the kind of entity. */
export const Stats = statsType('Stats', Metrics, spans);
export const FundingInstrumentStats = statsType('FundingInstrumentStats', fundingMetrics);
export const AccountStats = statsType('AccountStats', accountMetrics);
