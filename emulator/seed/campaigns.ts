import { hourMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Random } from '../random.ts';
import type { StoredRow } from '../store.ts';
import type { Advertiser } from './accounts.ts';

/**
 * The time of the newest campaign and of the last change: the first of a month, so that the rows
 * are the same for a month.
 */
export const newestAt = (now: number): number => {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};

// Campaigns before this time were created in equal steps; later ones are closer together.
const quietUntil = Date.parse('2024-06-01T00:00:00Z');

/** An amount of the seed in micros of an advertiser's currency. */
export const micros = ({ unit }: Advertiser, amount: number): number =>
  Math.round(amount * unit) * 1_000_000;

/** An id: a prefix for the entity, four letters of the account's id, and the index in base 36. */
export const seedId = (advertiser: Advertiser, prefix: string, index: number): string =>
  `${prefix}${advertiser.id.slice(-4)}${index.toString(36).padStart(3, '0')}`;

/** One funding instrument of each type, one that has expired and one that is deleted. */
export const fundingOf = (advertiser: Advertiser, now: number): readonly StoredRow[] => {
  if (advertiser.products.length === 0) return [];
  const make = (index: number, type: string, description: string, more: StoredRow): StoredRow => ({
    id: seedId(advertiser, 'f', index),
    created_at: iso(Date.parse(advertiser.since) + index * 24 * hourMs),
    updated_at: '2025-05-01T12:00:00Z',
    deleted: false,
    account_id: advertiser.id,
    type,
    description,
    entity_status: 'ACTIVE',
    currency: advertiser.currency,
    start_time: advertiser.since,
    end_time: null,
    credit_limit_local_micro: null,
    credit_remaining_local_micro: null,
    funded_amount_local_micro: null,
    io_header: null,
    able_to_fund: true,
    reasons_not_able_to_fund: [],
    ...more,
  });
  const limit = micros(advertiser, 50_000);
  const left = micros(advertiser, 31_250);
  return [
    make(0, 'CREDIT_CARD', 'Card ending in 0000', { credit_limit_local_micro: limit }),
    make(1, 'CREDIT_LINE', 'Monthly invoice', {
      credit_limit_local_micro: limit,
      credit_remaining_local_micro: left,
    }),
    make(2, 'INSERTION_ORDER', 'Spring order', {
      funded_amount_local_micro: micros(advertiser, 80_000),
      io_header: 'IO-2025-031',
      end_time: `${new Date(now).getUTCFullYear() + 1}-12-31T23:59:59Z`,
    }),
    make(3, 'AGENCY_CREDIT_LINE', 'Agency invoice', { credit_remaining_local_micro: left }),
    make(4, 'PARTNER_MANAGED', 'Managed by a partner', {}),
    make(5, 'INSERTION_ORDER', 'Last autumn’s order', {
      funded_amount_local_micro: micros(advertiser, 40_000),
      io_header: 'IO-2024-118',
      end_time: '2024-11-30T23:59:59Z',
      able_to_fund: false,
      reasons_not_able_to_fund: ['EXPIRED'],
    }),
    make(6, 'CREDIT_CARD', 'Card ending in 1111', {
      deleted: true,
      able_to_fund: false,
      reasons_not_able_to_fund: ['DELETED'],
    }),
  ];
};

const seasons = ['Winter', 'Spring', 'Summer', 'Autumn'] as const;
const aims = ['Prospecting', 'Retargeting', 'Launch', 'Always on', 'Test', 'Clearance'] as const;

const nameOf = ({ products, markets }: Advertiser, createdAt: number, random: Random): string => {
  const date = new Date(createdAt);
  const season = seasons[Math.floor(((date.getUTCMonth() + 1) % 12) / 3)];
  const year = date.getUTCFullYear();
  return `${season} ${year} | ${random.pick(products)} | ${random.pick(markets)} | ${random.pick(aims)}`;
};

// Most of the newest campaigns are active, most of the older ones paused, and a few are drafts.
const statusOf = (age: number, random: Random): string => {
  if (random.chance(0.06)) return 'DRAFT';
  return random.chance(age < 0.3 ? 0.75 : 0.25) ? 'ACTIVE' : 'PAUSED';
};

const reasonsFor = (
  status: string,
  { funding, isEmpty }: { readonly funding: StoredRow; readonly isEmpty: boolean },
): readonly string[] => [
  ...(status === 'PAUSED' ? ['PAUSED_BY_ADVERTISER'] : []),
  ...(status === 'DRAFT' || isEmpty ? ['INCOMPLETE'] : []),
  ...(funding['able_to_fund'] === true ? [] : ['FUNDING_PROBLEM']),
];

/** The time at which a part of an advertiser's campaigns, from 0 to 1, had been created. */
const storyOf = ({ since }: Advertiser, end: number): ((part: number) => number) => {
  const begins = Date.parse(since) + 10 * 24 * hourMs;
  return (part) =>
    part < 0.5
      ? begins + (quietUntil - begins) * 2 * part
      : quietUntil + (end - quietUntil) * (1 - (2 - 2 * part) ** 2);
};

/**
 * The campaigns of an advertiser, oldest first. Some have the same `created_at`, as after a batch.
 */
export const campaignsOf = (
  advertiser: Advertiser,
  { funding, now }: { readonly funding: readonly StoredRow[]; readonly now: number },
  random: Random,
): readonly StoredRow[] => {
  const { campaigns: count, withLineItems } = advertiser.size;
  const end = newestAt(now);
  const timeOf = storyOf(advertiser, end - 10 * 24 * hourMs);
  let createdAt = timeOf(0);
  return Array.from({ length: count }, (_, index) => {
    const [part, lateMs] = [index / count, random.chance(0.15) ? null : random.between(0, 40)];
    if (lateMs !== null) createdAt = timeOf(part) + lateMs * 60_000;
    const isOfSeason = count - index <= 6 && index % 3 !== 0;
    const facts = { index, createdAt, end, age: 1 - part, isOfSeason, funding, random };
    return campaign(advertiser, { ...facts, isEmpty: index < count - withLineItems });
  });
};

interface CampaignFacts {
  readonly index: number;
  readonly createdAt: number;
  /** The time of the last change of any campaign. */
  readonly end: number;
  /** True for the newest campaigns, most of which run. */
  readonly isOfSeason: boolean;
  /** True if it has no line items. */
  readonly isEmpty: boolean;
  /** From 1 for the oldest to 0 for the newest. */
  readonly age: number;
  readonly funding: readonly StoredRow[];
  readonly random: Random;
}

const campaign = (advertiser: Advertiser, facts: CampaignFacts): StoredRow => {
  const { index, createdAt, end, isOfSeason, isEmpty, age, random } = facts;
  const funding = random.pick(facts.funding.slice(0, age > 0.5 ? 6 : 5));
  const drawn = statusOf(age, random);
  const status = isOfSeason ? 'ACTIVE' : drawn;
  const deleted = drawn !== 'DRAFT' && random.chance(0.07) && !isOfSeason;
  const reasons = deleted ? [] : reasonsFor(status, { funding, isEmpty });
  const byLineItem = random.chance(0.25);
  const daily = random.between(2, 60) * 10;
  return {
    id: seedId(advertiser, 'c', index),
    created_at: iso(createdAt),
    updated_at: iso(Math.min(end, createdAt + random.between(1, 400) * hourMs)),
    deleted,
    name: nameOf(advertiser, createdAt, random),
    funding_instrument_id: funding['id'],
    entity_status: status,
    effective_status: status !== 'ACTIVE' ? status : reasons.length === 0 ? 'RUNNING' : 'UNKNOWN',
    servable: deleted ? null : reasons.length === 0,
    reasons_not_servable: reasons,
    budget_optimization: byLineItem ? 'LINE_ITEM' : 'CAMPAIGN',
    daily_budget_amount_local_micro: byLineItem ? null : micros(advertiser, daily),
    total_budget_amount_local_micro:
      byLineItem || random.chance(0.3) ? null : micros(advertiser, daily * random.between(14, 90)),
    standard_delivery: byLineItem ? null : random.chance(0.85),
    duration_in_days: null,
    frequency_cap: null,
    purchase_order_number: random.chance(0.3) ? `PO-${random.between(10_000, 99_999)}` : null,
    currency: advertiser.currency,
  };
};
