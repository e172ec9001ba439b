import { dayMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Rows, StoredRow } from '../store.ts';
import { type Advertiser, advertisers } from './accounts.ts';
import { seedId } from './campaigns.ts';

const app = 2;
const visits = 5;

/** The audiences of an account; line items target the first three. */
const sources = [
  { name: 'Newsletter readers', type: 'CRM', size: 48_200 },
  { name: 'Buyers of the last year', type: 'CRM', size: 12_750 },
  { name: 'App users', type: 'MOBILE_AUDIENCE', size: 91_300 },
  { name: 'New upload', type: 'CRM', size: null },
  { name: 'App users who came back', type: 'FLEXIBLE', size: 8_400 },
  { name: 'App visits', type: 'MOBILE_AUDIENCE', size: 30_600 },
  { name: 'Fair visitors', type: 'CRM', size: 310, deleted: true },
] as const;

type AudienceSource = (typeof sources)[number];

const leaf = (id: string, more: StoredRow): StoredRow => ({
  custom_audience_id: id,
  lookback_window: 30,
  frequency: 1,
  frequency_comparator: 'NUM_GTE',
  negate: false,
  child_segments: [],
  ...more,
});

const metadataOf = (advertiser: Advertiser, id: string, name: string): readonly StoredRow[] => [
  {
    custom_audience_id: id,
    account_id: advertiser.id,
    name,
    audience_source: 'FLEXIBLE_AUDIENCE',
    upload_status: 'UPLOADED',
    segments: {
      boolean_operator: 'AND',
      frequency: 1,
      frequency_comparator: 'NUM_GTE',
      negate: false,
      child_segments: [
        leaf(seedId(advertiser, 'a', app), { frequency: 2, frequency_comparator: 'NUM_GT' }),
        leaf(seedId(advertiser, 'a', visits), { lookback_window: 7 }),
      ],
    },
  },
];

const audienceRow = (advertiser: Advertiser, source: AudienceSource, index: number): StoredRow => {
  const id = seedId(advertiser, 'a', index);
  const name = `${advertiser.name}: ${source.name}`;
  const isFlexible = source.type === 'FLEXIBLE';
  const created = iso(Date.parse(advertiser.since) + index * 11 * dayMs);
  return {
    id,
    created_at: created,
    updated_at: created,
    deleted: 'deleted' in source,
    name,
    description: index === 0 ? 'Everybody who reads the monthly letter' : null,
    audience_type: source.type,
    targetable: source.size !== null,
    targetable_types: isFlexible ? ['FLEXIBLE', 'EXCLUDED_FLEXIBLE'] : ['CRM', 'EXCLUDED_CRM'],
    reasons_not_targetable: source.size === null ? ['PROCESSING', 'TOO_SMALL'] : [],
    permission_level: 'READ_WRITE',
    owner_account_id: advertiser.id,
    partner_source: 'OTHER',
    audience_size: source.size,
    ...(isFlexible && { metadata: metadataOf(advertiser, id, name) }),
  };
};

/** The agency shares its first two audiences with another advertiser. */
const sharing = { from: '18ce54ag3nc', to: '18ce54cf3e2', levels: ['READ_ONLY', 'READ_WRITE'] };

const sharedWith = ({ id }: Advertiser): readonly StoredRow[] => {
  const from = advertisers.find((advertiser) => advertiser.id === sharing.from);
  if (from === undefined || id !== sharing.to) return [];
  return sharing.levels.flatMap((permission_level, index) => {
    const source = sources[index];
    return source === undefined ? [] : [{ ...audienceRow(from, source, index), permission_level }];
  });
};

const permissionsOf = (advertiser: Advertiser, column: string): readonly StoredRow[] =>
  advertiser.id === sharing.from
    ? sharing.levels.map((permission_level, index) => ({
        id: seedId(advertiser, column.startsWith('custom') ? 'm' : 'o', index),
        created_at: '2024-02-01T10:00:00Z',
        updated_at: '2024-02-01T10:00:00Z',
        deleted: false,
        [column]: seedId(advertiser, 'a', index),
        permission_level,
        granted_account_id: sharing.to,
      }))
    : [];

/**
 * The audiences of an account, those that are shared with it, and the permissions that it granted.
 */
export const audiencesOf = (advertiser: Advertiser): Rows => ({
  CustomAudience:
    advertiser.products.length === 0
      ? []
      : [
          ...sources.map((source, index) => audienceRow(advertiser, source, index)),
          ...sharedWith(advertiser),
        ],
  CustomAudiencePermission: permissionsOf(advertiser, 'custom_audience_id'),
  TailoredAudiencePermission: permissionsOf(advertiser, 'tailored_audience_id'),
});
