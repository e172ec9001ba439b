import type { JobResult } from '../../resolvers/reads/stats/job-results.ts';
import { entityOfResult, jobResults } from '../../resolvers/reads/stats/job-results.ts';
import { maxDays } from '../../resolvers/reads/stats/range.ts';
import { daysOf, hoursOf, totalOf } from '../../resolvers/reads/stats/stats.ts';
import { createJob } from '../../resolvers/writes/stats-jobs.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { stats, statsJob } from '../../upstream/catalogue/areas/stats.ts';
import { idOf } from '../../upstream/client/row.ts';
import { checkedInput, fieldsOf, keyField, pathFields } from '../fields/args.ts';
import { builder } from '../fields/builder.ts';
import { entityType, linkToAny, nodeEntities } from '../fields/entities.ts';
import { itemOfList } from '../fields/fields.ts';
import { loaded } from '../fields/loaded.ts';
import { mutation } from '../fields/mutations.ts';
import { accountFields } from '../fields/reads.ts';
import { addFields } from '../fields/refs.ts';
import { restOf } from '../fields/rest.ts';
import { Metrics, placementType, StatsRange, spans } from '../fields/stats.ts';

const { createStatsJob, cancelStatsJob, listStatsJobs, readStatsJobFile } = stats;

entityType(statsJob, 'stats_job_id');

accountFields({ statsJobs: listStatsJobs });

addFields(account, { statsJob: itemOfList(listStatsJobs, 'stats_job_id') });

const Segment = builder.objectRef<NonNullable<JobResult['segment']>>('StatsSegment').implement({
  description: 'A part of the people or conversions that results are divided into.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: 'Its name, for people.' }),
    value: t.exposeString('value', {
      nullable: false,
      description: 'Its value, such as a targeting value.',
    }),
  }),
});

const Result = builder.objectRef<JobResult>('StatsJobResult').implement({
  description:
    'The results of an entity in the file of a job; with segments, those of one segment. Segments need not add up to the whole.',
  fields: (t) => ({
    entityId: t.id({
      nullable: false,
      description: 'The id of the entity in the REST API; `entity` is the entity itself.',
      resolve: ({ row }) => idOf(row),
    }),
    entity: t.field(linkToAny(entityOfResult, { doc: 'The entity itself' })),
    segment: t.field({
      type: Segment,
      description: 'The segment; null for a job without segments.',
      resolve: ({ segment }) => segment,
    }),
    total: t.field({
      type: Metrics,
      nullable: false,
      description:
        'The figures of the whole range. Those of groups that are not among the metricGroups of the job are null, which does not mean that nothing happened.',
      resolve: totalOf,
    }),
    days: t.field({
      type: [spans.day],
      description:
        "The figures of each day in the account's time zone, in order; null with granularity TOTAL, or if the hours of the job are not whole days.",
      resolve: (result) => (result.hasDays ? daysOf(result) : null),
    }),
    hours: t.field({
      type: [spans.hour],
      description: 'The figures of each hour, in order; null unless the granularity is HOUR.',
      resolve: (result) => (result.hasHours ? hoursOf(result) : null),
    }),
  }),
});

// A job has at most 20 entities. The number of their segments is unknown beforehand, so only the
// limit of an answer's length bounds them.
const maxResults = 20;

addFields(statsJob, {
  results: {
    type: [Result],
    description: `The results, in the order of the file; null until the job has succeeded. The file is fetched and read while it comes, at most LIMIT_RESULT_BYTES of it unzipped; the API deletes it two days after the job. ${restOf(readStatsJobFile)}`,
    ...loaded(jobResults(nodeEntities), {
      needs: [
        'status',
        'url',
        'entity',
        'entity_ids',
        'metric_groups',
        'granularity',
        'start_time',
        'end_time',
      ],
      cost: {
        asks: readStatsJobFile.name,
        parentsPerCall: 1,
        by: 'parent',
        objects: { firstOr: maxResults },
        // A job that has not succeeded has no file.
        times: () => ({ least: 0, most: 1 }),
        alsoReads: () => ['Account'],
        lists: () => ({ days: maxDays, hours: maxDays * 24 + 1 }),
      },
    }),
  },
});

const { segmentation_type: type, country, platform, ...others } = createStatsJob.params;
const { start_time: _start, end_time: _end, placement: _placement, ...own } = others;

const Segmentation = builder.inputType('StatsSegmentation', {
  extensions: checkedInput,
  description: 'The segments of results. The range is then at most 45 days.',
  fields: (t) => fieldsOf(t, { type: { ...type, required: true }, country, platform }),
});

mutation(createStatsJob, createJob, {
  alsoReads: ['Account'],
  input: builder.inputType('CreateStatsJobInput', {
    description: `${createStatsJob.doc}.`,
    extensions: checkedInput,
    fields: (t) => ({
      ...pathFields(t, createStatsJob),
      ...fieldsOf(t, own),
      range: t.field({
        type: StatsRange,
        required: true,
        description:
          'The time span: at most 90 days, or 45 with segments. With granularity DAY it has whole days in the time zone of the account.',
      }),
      placement: t.field({
        type: placementType,
        required: true,
        defaultValue: 'ALL_ON_TWITTER' as never,
        description: 'Where ads were shown.',
      }),
      segmentation: t.field({
        type: Segmentation,
        description: 'The segments of the figures; none by default.',
      }),
      ...keyField(t),
    }),
  }),
});

mutation(cancelStatsJob);
