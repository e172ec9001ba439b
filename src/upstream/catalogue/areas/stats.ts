import { collection, get, group } from '../language/endpoint.ts';
import { entity, rowsOf } from '../language/entity.ts';
import { paged } from '../language/lists.ts';
import { choices, id, ids, json, listOf, long, required, text, time } from '../language/params.ts';
import { alone, among, exclusive, inOrder, requiredWith } from '../language/rules.ts';
import { type entityOfKind, groupsOfKind, type MetricGroup } from '../metrics.ts';

const changingKinds = {
  CAMPAIGN: 'A Campaign',
  FUNDING_INSTRUMENT: 'A FundingInstrument',
  LINE_ITEM: 'A LineItem',
  PROMOTED_ACCOUNT: 'A PromotedAccount',
  PROMOTED_TWEET: 'A PromotedTweet',
} as const;

const statsEntity = choices<keyof typeof entityOfKind>(
  'StatsEntity',
  'The kinds of entities that have results: `entity` of the REST API',
  {
    ACCOUNT: 'The whole account',
    ...changingKinds,
    MEDIA_CREATIVE: 'A MediaCreative, for jobs alone',
  },
);

const activeKind = choices(
  'ActiveEntityKind',
  'The kinds of entities whose changes of results the API reports: `entity` of the REST API',
  changingKinds,
);

export const statsPlacement = choices(
  'StatsPlacement',
  'Where ads were shown: `placement` of the REST API. Results are read for one of them at a time',
  {
    ALL_ON_TWITTER: 'Timelines, profiles, search and everything else on X',
    SPOTLIGHT: 'The spotlight of the trends',
    TREND: 'Promoted trends',
  },
);

const statsGranularity = choices(
  'StatsGranularity',
  'The time span of one figure: `granularity` of the REST API',
  {
    TOTAL: 'One figure for the whole range',
    DAY: "One figure for each day in the account's time zone",
    HOUR: 'One figure for each hour',
  },
);

const metricGroup = choices<MetricGroup>(
  'MetricGroup',
  'Groups of figures: `metric_groups` of the REST API. Request conversions separately',
  {
    ENGAGEMENT: 'Impressions, clicks, likes and other engagements',
    BILLING: 'What was spent',
    VIDEO: 'Video views',
    WEB_CONVERSION: 'Conversions on the Web; with segments only by PLATFORMS or CONVERSION_TAGS',
    MOBILE_CONVERSION: 'Conversions in apps; in a request of its own',
    LIFE_TIME_VALUE_MOBILE_CONVERSION:
      'Conversions in apps over the lifetime of the people acquired; without segments',
  },
);

const segmentationType = choices(
  'SegmentationType',
  'What results are divided by: `segmentation_type` of the REST API. Segments need not add up to the whole',
  {
    AGE: 'Age of the people',
    GENDER: 'Gender of the people',
    METROS: 'Metropolitan areas of a country, which must be given',
    PLATFORMS: 'Kind of device; the only one, beside CONVERSION_TAGS, for the group WEB_CONVERSION',
    CONVERSION_TAGS: 'Tags of conversions; only with the group WEB_CONVERSION',
  },
);

const entityStats = entity(
  'EntityStats',
  'The figures of one entity, by segment.',
  {
    id: id('The entity', { as: 'stats_entity_id' }),
    id_data: json('One object of segment and figures for each segment'),
  },
  { isFigures: true },
);

const reachColumns = {
  total_audience_reach: long('Number of people who saw an ad'),
  average_frequency: json('How often each of them saw one, on average'),
} as const;

const campaignReach = entity(
  'CampaignReach',
  'How many people a campaign reached.',
  { id: id('The campaign', { as: 'campaign_id' }), ...reachColumns },
  { isFigures: true },
);

const fundingInstrumentReach = entity(
  'FundingInstrumentReach',
  'How many people the campaigns of a funding instrument reached.',
  { id: id('The funding instrument', { as: 'funding_instrument_id' }), ...reachColumns },
  { isFigures: true },
);

export const activeEntity = entity(
  'ActiveEntity',
  'An entity whose results changed, and the times that the changes apply to.',
  {
    entity_id: id('Its id in the REST API; `entity` is the entity itself', {
      as: 'stats_entity_id',
    }),
    activity_start_time: time('The earliest time that a change applies to'),
    activity_end_time: time('The latest time that a change applies to'),
    placements: listOf(
      text('Placement'),
      'Where the changes were: a value of StatsPlacement, or another such as PUBLISHER_NETWORK, which has no results any more; the API may add values',
    ),
  },
  { key: null },
);

const range = {
  start_time: required(time('Start of the range', { whole: 'hour', orDay: true })),
  end_time: required(time('End of the range, exclusive', { whole: 'hour', orDay: true })),
} as const;

const requestColumns = {
  entity_ids: required(ids('The entities', { as: 'stats_entity_id', max: 20 })),
  ...range,
  granularity: required(statsGranularity.any('Time span of one figure')),
  metric_groups: required(
    listOf(metricGroup.any('Group'), 'The groups of figures', { min: 1, max: 6 }),
  ),
  placement: required(statsPlacement.any('Where ads were shown')),
} as const;

const rules = [
  alone('metric_groups', 'MOBILE_CONVERSION'),
  among('metric_groups', 'entity', groupsOfKind),
];

const segmentable = ['BILLING', 'ENGAGEMENT', 'MOBILE_CONVERSION', 'VIDEO'];
/** The groups of figures that each kind of segment has. */
export const groupsOfSegments = {
  AGE: segmentable,
  GENDER: segmentable,
  METROS: segmentable,
  PLATFORMS: [...segmentable, 'WEB_CONVERSION'],
  CONVERSION_TAGS: ['WEB_CONVERSION'],
};

export const statsJob = entity(
  'StatsJob',
  'A job of the API that computes results, for ranges of up to 90 days and for segments.',
  {
    id: id('Identifier', { as: 'stats_job_id' }),
    id_str: text('The id of the job in the REST API, as text'),
    created_at: time('When it was created'),
    updated_at: time('When it last changed'),
    status: text(
      'PROCESSING, then SUCCESS; QUEUED, UPLOADING, FAILED and CANCELLED were seen, and the API may add values',
    ),
    url: text(
      'Where the file with its results is, without a signature; null until it has succeeded',
    ),
    expires_at: time(
      'When the file with its results is deleted, two days after the job; null until it has succeeded',
    ),
    entity: statsEntity.any('Kind of the entities'),
    entity_ids: ids('The entities', { as: 'stats_entity_id' }),
    start_time: time('Start of the range'),
    end_time: time('End of the range, exclusive'),
    granularity: statsGranularity.any('Time span of one figure'),
    placement: statsPlacement.any('Where ads were shown'),
    metric_groups: listOf(metricGroup.any('Group'), 'The groups of figures'),
    segmentation_type: segmentationType.any('What the figures are divided by; null for nothing'),
    country: text('The country of the segments, as a targeting value'),
    platform: text('The platform of the segments'),
  },
);

const ofStatsJob = collection('stats/jobs/accounts/{account_id}/{job_id}', statsJob);

export const stats = group({
  getStats: get('stats/accounts/{account_id}', {
    doc: 'Results of up to 20 entities of an account, of one kind, in a range of up to 7 days',
    params: {
      entity: required(statsEntity.except('Kind of the entities', 'MEDIA_CREATIVE')),
      ...requestColumns,
    },
    rules: [...rules, inOrder('start_time', 'end_time', { maxDays: 7 })],
    returns: rowsOf(entityStats),
    echoes: true,
  }),
  listActiveEntities: get('stats/accounts/{account_id}/active_entities', {
    doc: 'The entities of an account whose results changed in a time span of whole hours, at most 90 days',
    params: {
      entity: required(activeKind.any('Kind of the entities')),
      ...range,
      campaign_ids: ids('Only what belongs to these campaigns; excludes the other ids'),
      funding_instrument_ids: ids(
        'Only what belongs to these funding instruments; excludes the other ids',
      ),
      line_item_ids: ids('Only what belongs to these line items; excludes the other ids'),
    },
    rules: [
      inOrder('start_time', 'end_time', { maxDays: 90 }),
      exclusive('campaign_ids', 'funding_instrument_ids', 'line_item_ids'),
    ],
    returns: rowsOf(activeEntity),
  }),
  listCampaignReach: get('stats/accounts/{account_id}/reach/campaigns', {
    doc: 'How many people campaigns reached in a range',
    params: { campaign_ids: required(ids('The campaigns', { max: 20 })), ...range },
    rules: [inOrder('start_time', 'end_time')],
    returns: rowsOf(campaignReach),
    echoes: true,
  }),
  listFundingInstrumentReach: get('stats/accounts/{account_id}/reach/funding_instruments', {
    doc: 'How many people the campaigns of funding instruments reached in a range',
    params: {
      funding_instrument_ids: required(ids('The funding instruments', { max: 20 })),
      ...range,
    },
    rules: [inOrder('start_time', 'end_time')],
    returns: rowsOf(fundingInstrumentReach),
    echoes: true,
  }),
  listStatsJobs: ofStatsJob.list({
    doc: 'The jobs of an account for results',
    params: {
      job_ids: ids('Only these jobs', { as: 'stats_job_id', matches: 'id' }),
      ...paged({ defaultCount: 100 }),
    },
  }),
  createStatsJob: ofStatsJob.create({
    doc: 'Begins a job that computes results of up to 20 entities of an account, in a range of up to 90 days, or 45 with segments. An account can have at most 100 jobs in progress',
    body: 'query',
    params: {
      entity: required(statsEntity.any('Kind of the entities')),
      ...requestColumns,
      segmentation_type: segmentationType.any('What the figures are divided by'),
      country: text('The country of the segments, as a targeting value', { format: 'place' }),
      platform: text('The platform of the segments', { min: 1 }),
    },
    rules: [
      ...rules,
      inOrder('start_time', 'end_time', { maxDays: 90 }),
      inOrder('start_time', 'end_time', { maxDays: 45, given: 'segmentation_type' }),
      requiredWith('country', 'segmentation_type', ['METROS']),
      among('metric_groups', 'segmentation_type', groupsOfSegments),
    ],
  }),
  cancelStatsJob: ofStatsJob.delete({
    doc: 'Cancels a job that computes results',
    pathIds: { job_id: 'stats_job_id' },
    quirks: { leaves: { status: 'CANCELLED' } },
  }),
  readStatsJobFile: get('advertiser-api-async-analytics/{result_file}', {
    doc: 'The file with the results of a finished job, gzipped, in the form of GET stats/accounts/{account_id}. It is wherever `url` of the job says',
    host: 'results',
    version: null,
    auth: 'none',
    returns: rowsOf(entityStats),
  }),
});
