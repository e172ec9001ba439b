import { bikes, games } from '../support/accounts.ts';
import { written } from './keyed-writes.ts';

/** One document for each endpoint of measurement, against the seeded data. */
export const cases = {
  listAppEventTags: {
    document: `{ account(id: "${games}") { appEventTags(first: 3) { nodes { restId conversionType } } } }`,
  },
  getAppEventTag: {
    document: `{ account(id: "${games}") { appEventTag(id: "eam3j000") { conversionType osType } } }`,
  },
  recordMobileConversion: written(
    'recordMobileConversion',
    'mobileConversion { appId clickWindow }',
  ),
  recordWebConversions: written('recordWebConversions', 'conversionsProcessed debugId'),
  listAbTests: {
    document: `{ account(id: "${bikes}") { abTests { nodes { name status userGroups { size entityIds } } } } }`,
  },
  getAbTest: {
    document: `{ account(id: "${bikes}") { abTest(id: "bik3s001") { name createdBy { username } } } }`,
  },
  createAbTest: written('createAbTest', 'abTest { restId userGroups { id } } errors { message }'),
  updateAbTest: written('updateAbTest', 'abTest { name }'),
  deleteAbTest: written('deleteAbTest', 'abTest { deleted }'),
} as const;
