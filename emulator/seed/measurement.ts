import { dayMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Rows, StoredRow } from '../store.ts';
import { users } from '../users.ts';
import { type Advertiser, advertisers } from './accounts.ts';
import { seedId } from './campaigns.ts';

/**
 * The pixels of all advertisers and their events, which no endpoint lists: `oik3s` has `eik3s0` to
 * `eik3s2`.
 */
export const webPixels: readonly StoredRow[] = advertisers.map(({ id }) => {
  const last = id.slice(-4);
  return { id: `o${last}`, account_id: id, events: [0, 1, 2].map((index) => `e${last}${index}`) };
});

const events = ['INSTALL', 'PURCHASE', 'SIGN_UP', 'TUTORIAL_COMPLETE'] as const;

const appEventTagsOf = (advertiser: Advertiser, apps: readonly StoredRow[]): readonly StoredRow[] =>
  apps.flatMap((app, group) =>
    events.map((conversion_type, at) => {
      const index = group * events.length + at;
      const created = iso(Date.parse(advertiser.since) + (index + 3) * dayMs);
      return {
        id: seedId(advertiser, 'e', index),
        created_at: created,
        updated_at: created,
        deleted: index === 3,
        app_store_identifier: app['app_store_identifier'],
        os_type: String(app['os_type']).toUpperCase(),
        conversion_type,
        provider_app_event_id: null,
        provider_app_event_name: null,
        post_view_attribution_window: at === 0 ? 1 : 7,
        post_engagement_attribution_window: at === 0 ? 14 : 30,
        deep_link_scheme: app['deep_link_pattern'],
        retargeting_enabled: at !== 3,
        status: 'TRACKING',
        last_tracked_at: at === 2 ? null : '2025-05-30T17:00:04Z',
      };
    }),
  );

/**
 * An A/B test that is over, one that runs and one in the future; times are counted from the day of
 * `now`.
 */
const abTestsOf = (
  advertiser: Advertiser,
  campaigns: readonly StoredRow[],
  now: number,
): readonly StoredRow[] => {
  const today = now - (now % dayMs);
  const tests = [
    ['Which picture', 'COMPLETED', -60, -46],
    ['Which bid', 'LIVE', -3, 11],
    ['Which keywords', 'SCHEDULED', 20, 34],
  ] as const;
  const live = campaigns.filter((row) => row['deleted'] === false);
  const [user] = users.filter(({ userId }) => advertiser.userIds.includes(userId));
  const author = { user_id: user?.userId ?? null, username: user?.screenName ?? null };
  return tests.flatMap(([name, status, from, to], index) => {
    const [first, second] = live.slice(2 * index, 2 * index + 2);
    if (first === undefined || second === undefined) return [];
    const created = iso(today + (from - 5) * dayMs);
    return {
      id: seedId(advertiser, 'b', index),
      created_at: created,
      updated_at: created,
      deleted: false,
      name,
      description: null,
      entity_type: 'CAMPAIGN',
      status,
      start_time: iso(today + from * dayMs),
      end_time: iso(today + to * dayMs),
      user_groups: [first, second].map((campaign, at) => ({
        id: seedId(advertiser, 'g', 2 * index + at),
        name: at === 0 ? 'As it is' : 'The other',
        description: null,
        size: '50.0',
        entity_ids: [campaign['id']],
      })),
      created_by: author,
      updated_by: author,
    };
  });
};

/** One list, for accounts of restaurants. */
const doNotReachListsOf = (advertiser: Advertiser): readonly StoredRow[] =>
  advertiser.industry === 'RESTAURANT'
    ? [
        {
          id: seedId(advertiser, 'n', 0),
          created_at: '2024-11-04T09:30:00Z',
          updated_at: '2025-05-12T09:30:00Z',
          deleted: false,
          name: 'Do Not Reach List',
          description: 'Guests who asked us not to write',
          targetable: true,
          reasons_not_targetable: [],
          list_size: 1_240,
        },
      ]
    : [];

/** App event tags, A/B tests and do-not-reach lists of an account. */
export const measurementOf = (
  advertiser: Advertiser,
  {
    campaigns,
    apps,
  }: { readonly campaigns: readonly StoredRow[]; readonly apps: readonly StoredRow[] },
  now: number,
): Rows => ({
  AppEventTag: appEventTagsOf(advertiser, apps),
  AbTest: abTestsOf(advertiser, campaigns, now),
  DoNotReachList: doNotReachListsOf(advertiser),
});
