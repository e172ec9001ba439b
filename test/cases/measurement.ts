import { bikes, games } from '../support/accounts.ts';

const digest = '49e0be2aeccfb51a8dee4c945c8a70a9ac500cf6f5cb08112575f74db9b1470d';

const ahead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** One document for each endpoint of measurement, against the seeded data. */
export const cases = {
  listAppEventTags: {
    document: `{ account(id: "${games}") { appEventTags(first: 3) { nodes { restId conversionType } } } }`,
  },
  getAppEventTag: {
    document: `{ account(id: "${games}") { appEventTag(id: "eam3j000") { conversionType osType } } }`,
  },
  recordMobileConversion: {
    document: `mutation { recordMobileConversion(input: { appId: "1487654321", osType: IOS, conversionType: INSTALL, conversionTime: "2026-06-01T09:00:00.123Z", hashedDeviceId: "lke1GZa3AseB343ZcCQq7svfHzLfuSqyYnE" }) { outcome mobileConversion { appId clickWindow } } }`,
  },
  recordWebConversions: {
    document: `mutation { recordWebConversions(input: { pixelId: "oik3s", conversions: [{ conversionTime: "2026-06-01T09:00:00.123Z", eventId: "eik3s0", identifiers: [{ hashedEmail: "${digest}" }] }] }) { outcome conversionsProcessed debugId } }`,
  },
  listAbTests: {
    document: `{ account(id: "${bikes}") { abTests { nodes { name status userGroups { size entityIds } } } } }`,
  },
  getAbTest: {
    document: `{ account(id: "${bikes}") { abTest(id: "bik3s001") { name createdBy { username } } } }`,
  },
  createAbTest: {
    document: `mutation ($input: CreateAbTestInput!) { createAbTest(input: $input) { outcome abTest { restId userGroups { id } } errors { message } } }`,
    variables: {
      input: {
        accountId: bikes,
        entityType: 'CAMPAIGN',
        startTime: ahead(1),
        endTime: ahead(5),
        userGroups: [
          { size: '50.00', entityIds: ['cik3s01a'] },
          { size: '50.00', entityIds: ['cik3s01b'] },
        ],
      },
    },
    rows: {
      LineItem: ['cik3s01a', 'cik3s01b'].map((campaign_id, index) => ({
        id: `lineof${index}`,
        campaign_id,
        deleted: false,
        objective: 'REACH',
        start_time: '2025-01-01T00:00:00Z',
        end_time: null,
      })),
      Campaign: ['cik3s01a', 'cik3s01b'].map((id) => ({ id, name: id, deleted: false })),
    },
  },
  updateAbTest: {
    document: `mutation { updateAbTest(input: { accountId: "${bikes}", abTestId: "bik3s001", name: "Which price" }) { outcome abTest { name } } }`,
  },
  deleteAbTest: {
    document: `mutation { deleteAbTest(input: { accountId: "${bikes}", abTestId: "bik3s001" }) { outcome abTest { deleted } } }`,
  },
} as const;
