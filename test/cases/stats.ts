import { bikes } from '../support/accounts.ts';
import { storedJob, written } from './keyed-writes.ts';

const week = `days: { first: "2025-06-02", last: "2025-06-08" }`;
const day = (ago: number): string =>
  `${new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 13)}:00:00Z`;

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
  createStatsJob: written('createStatsJob', 'statsJob { restId status }'),
  listStatsJobs: {
    document: `{ account(id: "${bikes}") { statsJobs { nodes { status } } } }`,
    rows: { StatsJob: [storedJob] },
  },
  cancelStatsJob: written('cancelStatsJob', 'statsJob { status }'),
} as const;
