import { agency, coffee } from '../support/accounts.ts';
import { written } from './keyed-writes.ts';

/** One document for each endpoint of audiences, against the seeded data. */
export const cases = {
  listCustomAudiences: {
    document: `{ account(id: "${coffee}") { customAudiences(first: 3) { nodes { restId name } } } }`,
  },
  getCustomAudience: {
    document: `{ account(id: "${coffee}") { customAudience(id: "af3e2000") { name } } }`,
  },
  createCustomAudience: written('createCustomAudience', 'customAudience { restId }'),
  updateCustomAudience: written('updateCustomAudience', 'customAudience { description }'),
  deleteCustomAudience: written('deleteCustomAudience', 'customAudience { deleted }'),
  listTargetedCampaigns: {
    document: `{ account(id: "${coffee}") { customAudience(id: "af3e2000") { targeted { nodes { campaignName lineItems { name } } } } } }`,
  },
  batchCustomAudiences: written('batchCustomAudiences', 'results { outcome }'),
  listCustomAudiencePermissions: {
    document: `{ account(id: "${agency}") { customAudience(id: "ag3nc000") { permissions { nodes { grantedAccountId permissionLevel } } } } }`,
  },
  createCustomAudiencePermission: written(
    'createCustomAudiencePermission',
    'customAudiencePermission { restId }',
  ),
  deleteCustomAudiencePermission: written(
    'deleteCustomAudiencePermission',
    'customAudiencePermission { deleted }',
  ),
  listTailoredAudiencePermissions: {
    document: `{ account(id: "${agency}") { tailoredAudiencePermissions(tailoredAudienceId: "ag3nc000") { nodes { grantedAccountId } } } }`,
  },
  createTailoredAudiencePermission: written(
    'createTailoredAudiencePermission',
    'tailoredAudiencePermission { restId }',
  ),
  deleteTailoredAudiencePermission: written(
    'deleteTailoredAudiencePermission',
    'tailoredAudiencePermission { deleted }',
  ),
  updateCustomAudienceUsers: written('updateCustomAudienceUsers', 'successCount totalCount'),
  listDoNotReachLists: {
    document: `{ account(id: "${coffee}") { doNotReachLists { name listSize targetable } } }`,
  },
  createDoNotReachList: written('createDoNotReachList', 'doNotReachList { restId name }'),
  deleteDoNotReachList: written('deleteDoNotReachList', 'doNotReachList { deleted }'),
  updateDoNotReachListUsers: written('updateDoNotReachListUsers', 'successCount totalCount'),
  estimateAudience: {
    document: `{ account(id: "${coffee}") { audienceEstimate(targetingCriteria: [{ targetingType: BROAD_KEYWORD, targetingValue: "cold brew" }]) { audienceSize { min max } } } }`,
  },
} as const;
