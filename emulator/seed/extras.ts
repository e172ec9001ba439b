import type { Rows, StoredRow } from '../store.ts';
import type { Advertiser } from './accounts.ts';
import { seedId } from './campaigns.ts';
import { curatedCategories } from './reference.ts';
import { locations } from './targeting/locations.ts';

const slug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

const appsOf = ({ name, industry, since }: Advertiser): readonly StoredRow[] => {
  if (industry !== 'MOBILE' && industry !== 'RESTAURANT') return [];
  const shared = {
    created_at: since,
    updated_at: since,
    deleted: false,
    conversion_tracking_enabled: industry === 'MOBILE',
  };
  const word = slug(name);
  return [
    {
      ...shared,
      id: `app1${word.slice(0, 4)}`,
      app_store_identifier: `example.${word}`,
      os_type: 'Android',
      deep_link_pattern: `${word}://`,
    },
    {
      ...shared,
      id: `app2${word.slice(0, 4)}`,
      app_store_identifier: '1487654321',
      os_type: 'iOS',
      deep_link_pattern: null,
    },
  ];
};

const featuresOf = ({ approval, industry }: Advertiser): readonly StoredRow[] =>
  approval === 'ACCEPTED'
    ? [
        'AGE_TARGETING',
        'CITY_TARGETING',
        'REACH_AND_FREQUENCY_ANALYTICS',
        ...(industry === 'TRAVEL' ? ['PROMOTED_MEDIA_POLLS'] : []),
        ...(industry === 'AGENCY' ? ['SHARE_AUDIENCE_OUTSIDE_BUSINESS'] : ['REACH_FREQUENCY_CAP']),
      ].map((id) => ({ id }))
    : [];

/**
 * Suggested changes: a new campaign with a line item and a criterion, and one entry without a
 * change.
 */
const changesFor = (funding: StoredRow): readonly unknown[] => [
  {
    entity_type: 'campaigns',
    operation_type: 'Create',
    params: {
      name: 'Suggested: reach more people',
      funding_instrument_id: funding['id'],
      daily_budget_amount_local_micro: 25_000_000,
    },
    dependent_entities: [
      {
        entity_type: 'line_items',
        operation_type: 'Create',
        params: { name: 'Suggested', placements: ['ALL_ON_TWITTER'], objective: 'REACH' },
        dependent_entities: [
          {
            entity_type: 'targeting_criteria',
            operation_type: 'Create',
            params: { targeting_type: 'LANGUAGE', targeting_value: 'en' },
            dependent_entities: [],
          },
        ],
      },
    ],
  },
  { entity_type: 'campaigns', operation_type: null, params: {}, dependent_entities: [] },
];

const recommendationsOf = (
  { id }: Advertiser,
  funding: readonly StoredRow[],
): readonly StoredRow[] =>
  funding
    .filter((row) => row['able_to_fund'] === true)
    .slice(0, 2)
    .map((row) => ({
      id: `r${row['id']}`,
      created_at: '2025-05-20T06:00:00Z',
      updated_at: '2025-05-20T06:00:00Z',
      account_id: id,
      funding_instrument_id: row['id'],
      status: 'PENDING',
      message: 'A broader campaign would spend this budget more evenly',
      changes: changesFor(row),
    }));

const countryOf = (value: unknown): unknown =>
  locations.find((row) => row['targeting_value'] === value)?.['country_code'];

/** A curated category for the first line item for preroll views that targets a country of one. */
const promotedOf = (advertiser: Advertiser, within: Rows): readonly StoredRow[] => {
  const { LineItem: lineItems = [], TargetingCriterion: criteria = [] } = within;
  for (const lineItem of lineItems) {
    if (lineItem['objective'] !== 'PREROLL_VIEWS' || lineItem['deleted'] === true) continue;
    const countries = criteria
      .filter((row) => row['line_item_id'] === lineItem['id'] && row['deleted'] !== true)
      .map((row) => row['targeting_type'] === 'LOCATION' && countryOf(row['targeting_value']));
    const category = curatedCategories.find((row) =>
      [row['country_codes']].flat().some((code) => countries.includes(code)),
    );
    if (category === undefined) continue;
    return [
      {
        id: seedId(advertiser, 'lc', 1),
        created_at: '2025-05-02T10:00:00Z',
        updated_at: '2025-05-02T10:00:00Z',
        deleted: false,
        line_item_id: lineItem['id'],
        curated_category_id: category['id'],
      },
    ];
  }
  return [];
};

/** Apps, features, recommendations and curated categories of an account. */
export const extrasOf = (
  advertiser: Advertiser,
  funding: readonly StoredRow[],
  within: Rows,
): Rows => ({
  AccountApp: appsOf(advertiser),
  Feature: featuresOf(advertiser),
  Recommendation: recommendationsOf(advertiser, funding),
  CuratedCategory: curatedCategories,
  LineItemCuratedCategory: promotedOf(advertiser, within),
});
