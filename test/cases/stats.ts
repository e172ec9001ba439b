import { bikes } from '../support/accounts.ts';

const week = `days: { first: "2025-06-02", last: "2025-06-08" }`;
const day = (ago: number): string =>
  `${new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 13)}:00:00Z`;

/** A job as the emulator keeps it. */
export const storedJob = {
  id: '1900000000000000007',
  id_str: '1900000000000000007',
  account_id: bikes,
  entity: 'CAMPAIGN',
  entity_ids: ['cik3s000'],
  granularity: 'TOTAL',
  placement: 'ALL_ON_TWITTER',
  metric_groups: ['ENGAGEMENT'],
  segmentation_type: null,
  country: null,
  platform: null,
  start_time: '2025-06-01T22:00:00Z',
  end_time: '2025-06-08T22:00:00Z',
  created_at: '2025-06-09T10:00:00Z',
  ready_at: Number.MAX_SAFE_INTEGER,
  fails: false,
  origin: 'http://127.0.0.1',
} as const;

export const cases = {
  getStats: {
    document: `{ account(id: "${bikes}") { campaign(id: "cik3s000") { stats(range: { ${week} }) { total { impressions } } } } }`,
  },
  listActiveEntities: {
    document: `{ account(id: "${bikes}") { activeEntities(entity: CAMPAIGN, start: "${day(3)}", end: "${day(2)}") { entityId } } }`,
  },
  listCampaignReach: {
    document: `{ account(id: "${bikes}") { campaign(id: "cik3s000") { reach(range: { ${week} }) { totalAudienceReach } } } }`,
  },
  listFundingInstrumentReach: {
    document: `{ account(id: "${bikes}") { fundingInstrument(id: "fik3s001") { reach(range: { ${week} }) { totalAudienceReach } } } }`,
  },
  createStatsJob: {
    document: `mutation { createStatsJob(input: { accountId: "${bikes}", entity: CAMPAIGN, entityIds: ["cik3s000"], range: { ${week} }, granularity: DAY, metricGroups: [ENGAGEMENT] }) { outcome statsJob { restId status } } }`,
  },
  listStatsJobs: {
    document: `{ account(id: "${bikes}") { statsJobs { nodes { status } } } }`,
    rows: { StatsJob: [storedJob] },
  },
  cancelStatsJob: {
    document: `mutation { cancelStatsJob(input: { accountId: "${bikes}", jobId: "${storedJob.id}" }) { outcome statsJob { status } } }`,
    rows: { StatsJob: [storedJob] },
  },
} as const;
