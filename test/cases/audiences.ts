import { agency, coffee } from '../support/accounts.ts';

const digest = '49e0be2aeccfb51a8dee4c945c8a70a9ac500cf6f5cb08112575f74db9b1470d';

/** One document for each endpoint of audiences, against the seeded data. */
export const cases = {
  listCustomAudiences: {
    document: `{ account(id: "${coffee}") { customAudiences(first: 3) { nodes { restId name } } } }`,
  },
  getCustomAudience: {
    document: `{ account(id: "${coffee}") { customAudience(id: "af3e2000") { name } } }`,
  },
  createCustomAudience: {
    document: `mutation { createCustomAudience(input: { accountId: "${coffee}", name: "Letter of June" }) { outcome customAudience { restId } } }`,
  },
  updateCustomAudience: {
    document: `mutation { updateCustomAudience(input: { accountId: "${coffee}", customAudienceId: "af3e2000", description: "Readers" }) { outcome customAudience { description } } }`,
  },
  deleteCustomAudience: {
    document: `mutation { deleteCustomAudience(input: { accountId: "${coffee}", customAudienceId: "af3e2003" }) { outcome customAudience { deleted } } }`,
  },
  listTargetedCampaigns: {
    document: `{ account(id: "${coffee}") { customAudience(id: "af3e2000") { targeted { nodes { campaignName lineItems { name } } } } } }`,
  },
  batchCustomAudiences: {
    document: `mutation { batchCustomAudiences(input: { accountId: "${coffee}", operations: [{ delete: { customAudienceId: "af3e2004" } }] }) { outcome results { outcome } } }`,
  },
  listCustomAudiencePermissions: {
    document: `{ account(id: "${agency}") { customAudience(id: "ag3nc000") { permissions { nodes { grantedAccountId permissionLevel } } } } }`,
  },
  createCustomAudiencePermission: {
    document: `mutation { createCustomAudiencePermission(input: { accountId: "${agency}", customAudienceId: "ag3nc002", grantedAccountId: "${coffee}", permissionLevel: READ_ONLY }) { outcome customAudiencePermission { restId } } }`,
  },
  deleteCustomAudiencePermission: {
    document: `mutation { deleteCustomAudiencePermission(input: { accountId: "${agency}", customAudienceId: "ag3nc000", customAudiencePermissionId: "mg3nc000" }) { outcome customAudiencePermission { deleted } } }`,
  },
  listTailoredAudiencePermissions: {
    document: `{ account(id: "${agency}") { tailoredAudiencePermissions(tailoredAudienceId: "ag3nc000") { nodes { grantedAccountId } } } }`,
  },
  createTailoredAudiencePermission: {
    document: `mutation { createTailoredAudiencePermission(input: { accountId: "${agency}", tailoredAudienceId: "ag3nc002", grantedAccountId: "${coffee}", permissionLevel: READ_WRITE }) { outcome tailoredAudiencePermission { restId } } }`,
  },
  deleteTailoredAudiencePermission: {
    document: `mutation { deleteTailoredAudiencePermission(input: { accountId: "${agency}", tailoredAudienceId: "ag3nc000", tailoredAudiencePermissionId: "og3nc000" }) { outcome tailoredAudiencePermission { deleted } } }`,
  },
  updateCustomAudienceUsers: {
    document: `mutation { updateCustomAudienceUsers(input: { accountId: "${coffee}", customAudienceId: "af3e2000", operations: [{ update: { users: [{ handle: ["${digest}"] }] } }] }) { outcome successCount totalCount } }`,
  },
  listDoNotReachLists: {
    document: `{ account(id: "${coffee}") { doNotReachLists { name listSize targetable } } }`,
  },
  createDoNotReachList: {
    document: `mutation { createDoNotReachList(input: { accountId: "${agency}", description: "Asked us not to write" }) { outcome doNotReachList { restId name } } }`,
  },
  deleteDoNotReachList: {
    document: `mutation { deleteDoNotReachList(input: { accountId: "${coffee}", doNotReachListId: "nf3e2000" }) { outcome doNotReachList { deleted } } }`,
  },
  updateDoNotReachListUsers: {
    document: `mutation { updateDoNotReachListUsers(input: { accountId: "${coffee}", doNotReachListId: "nf3e2000", operations: [{ update: { users: [{ email: ["${digest}"] }] } }] }) { outcome successCount totalCount } }`,
  },
  estimateAudience: {
    document: `{ account(id: "${coffee}") { audienceEstimate(targetingCriteria: [{ targetingType: BROAD_KEYWORD, targetingValue: "cold brew" }]) { audienceSize { min max } } } }`,
  },
} as const;
