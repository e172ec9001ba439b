import type { Without } from '../../src/upstream/catalogue/without.ts';
import type { StoredRow, TablePlace } from '../store.ts';
import { type ActiveSpan, runningOf, type StoredHome, type TimeSpan } from './versions.ts';

/**
 * A unit of delivery: a promoted post or user, or a creative if a line item shows media. The
 * figures of all other entities are sums of these.
 */
export interface Unit {
  readonly id: string;
  /** The spans in which it delivers, each for a line item. */
  readonly flights: readonly UnitFlight[];
  /** Its share of the total budget. */
  readonly share: Share;
  /** The currency of its account. */
  readonly currency: string;
}

/** Parts of a budget: of the campaign's for a line item, and of the line item's for a unit. */
export interface Share {
  readonly ofCampaign: number;
  readonly ofLineItem: number;
}

/**
 * A span in which a unit delivers, with the rows as they were, and its share of the daily budget
 * then.
 */
export interface UnitFlight extends TimeSpan {
  readonly campaign: StoredRow;
  readonly lineItem: StoredRow;
  readonly share: Share;
}

type LineFlight = Without<UnitFlight, 'share'>;

/** The entity that a line item of a product type promotes. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  MEDIA: ['MediaCreative'],
  PROMOTED_ACCOUNT: ['PromotedTweet', 'PromotedAccount'],
};
const defaultShown = ['PromotedTweet'];

const shownIn = (lineItem: StoredRow): readonly string[] =>
  shownBy[String(lineItem['product_type'])] ?? defaultShown;

// The first gets 8/10, each further one 2/10 of the one before it: a new one does not change the
// parts of older ones.
const shareOf = (rank: number): number => 0.8 * 0.2 ** rank;

/**
 * Splits spans where earlier ones begin or end; each piece has the number of spans that run in it.
 */
const ranked = <Own extends TimeSpan>(
  spans: readonly Own[],
  earlier: readonly TimeSpan[],
): readonly (Own & { readonly rank: number })[] =>
  spans.flatMap((span) => {
    const cuts = earlier
      .flatMap(({ from, to }) => [from, to])
      .filter((cut) => cut > span.from && cut < span.to);
    const bounds = [span.from, ...new Set(cuts), span.to].toSorted((one, other) => one - other);
    return bounds.slice(1).map((to, index) => {
      const from = bounds[index] ?? span.from;
      const rank = earlier.filter((other) => other.from <= from && other.to >= to).length;
      return { ...span, from, to, rank };
    });
  });

const childrenOf = (
  { store, accountId }: StoredHome,
  { id, ...where }: Pick<TablePlace, 'entity' | 'column'> & { readonly id: unknown },
): readonly StoredRow[] => [...store.by({ accountId, ...where }, id)];

/** A function of rows that computes the value of each row once. */
const remembered = <T>(make: (row: StoredRow) => T): ((row: StoredRow) => T) => {
  const known = new Map<unknown, { readonly value: T }>();
  return (row) => {
    const found = known.get(row['id']) ?? { value: make(row) };
    known.set(row['id'], found);
    return found.value;
  };
};

/** Finds units, and caches the rows above them for one request. */
export const createUnits = (home: StoredHome) => {
  const flights = remembered((lineItem) => flightsOf(home, lineItem));
  const unitsOfLine = remembered((lineItem) => makeUnits(home, lineItem, flights));
  const unitIn = (row: StoredRow): readonly Unit[] => {
    const lineItem = home.store.find('LineItem', home.accountId, String(row['line_item_id']));
    if (lineItem === undefined) return [];
    return unitsOfLine(lineItem).filter(({ id }) => id === row['id']);
  };
  const ofLines = (lineItems: readonly StoredRow[]): readonly Unit[] =>
    lineItems.flatMap(unitsOfLine);
  const byEntity: Readonly<Record<string, (row: StoredRow) => readonly Unit[]>> = {
    Account: () => ofLines(home.store.rows('LineItem', home.accountId)),
    FundingInstrument: ({ id }) =>
      ofLines(
        childrenOf(home, { entity: 'Campaign', column: 'funding_instrument_id', id }).flatMap(
          (campaign) =>
            childrenOf(home, { entity: 'LineItem', column: 'campaign_id', id: campaign['id'] }),
        ),
      ),
    Campaign: ({ id }) =>
      ofLines(childrenOf(home, { entity: 'LineItem', column: 'campaign_id', id })),
    LineItem: unitsOfLine,
  };
  /** The units whose sum the figures of an entity are. */
  return (entity: string, row: StoredRow): readonly Unit[] => (byEntity[entity] ?? unitIn)(row);
};

const makeUnits = (
  home: StoredHome,
  lineItem: StoredRow,
  flights: (lineItem: StoredRow) => readonly LineFlight[],
): readonly Unit[] => {
  const siblings = childrenOf(home, {
    entity: 'LineItem',
    column: 'campaign_id',
    id: lineItem['campaign_id'],
  });
  const index = siblings.findIndex(({ id }) => id === lineItem['id']);
  const inCampaign = ranked(flights(lineItem), siblings.slice(0, index).flatMap(flights));
  const shown = shownIn(lineItem).flatMap((entity) =>
    childrenOf(home, { entity, column: 'line_item_id', id: lineItem['id'] })
      .filter((row) => row['approval_status'] === 'ACCEPTED')
      .map((row) => ({ row, running: runningOf(home, entity, row) })),
  );
  return shown.map(({ row, running }, at) => {
    const before = shown.slice(0, at).flatMap((other) => other.running);
    return {
      id: String(row['id']),
      share: { ofCampaign: shareOf(index), ofLineItem: shareOf(at) },
      currency: String(lineItem['currency']),
      flights: overlaps(inCampaign, ranked(running, before), (one, { rank }) => ({
        campaign: one.campaign,
        lineItem: one.lineItem,
        share: { ofCampaign: shareOf(one.rank), ofLineItem: shareOf(rank) },
      })),
    };
  });
};

/** The spans in which a line item may deliver, with the rows of that time. */
const flightsOf = (home: StoredHome, lineItem: StoredRow): readonly LineFlight[] => {
  const id = String(lineItem['campaign_id']);
  const campaign = home.store.find('Campaign', home.accountId, id);
  if (campaign === undefined) return [];
  const both = overlaps(
    runningOf(home, 'Campaign', campaign),
    runningOf(home, 'LineItem', lineItem).flatMap(inFlight),
    (one, other) => ({ campaign: one.row, lineItem: other.row }),
  );
  return overlaps(both, fundedIn(home, campaign), (rows) => ({
    campaign: rows.campaign,
    lineItem: rows.lineItem,
  }));
};

const timeIn = (row: StoredRow, column: string, fallback: number): number => {
  const time = row[column];
  return typeof time === 'string' ? Date.parse(time) : fallback;
};

const within = (span: ActiveSpan, from: number, to: number): readonly ActiveSpan[] => {
  const inside = { ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) };
  return inside.to > inside.from ? [inside] : [];
};

const inFlight = (running: ActiveSpan): readonly ActiveSpan[] =>
  within(
    running,
    timeIn(running.row, 'start_time', 0),
    timeIn(running.row, 'end_time', Number.POSITIVE_INFINITY),
  );

const fundedIn = ({ store, accountId }: StoredHome, campaign: StoredRow): readonly ActiveSpan[] => {
  const id = String(campaign['funding_instrument_id']);
  const row = store.find('FundingInstrument', accountId, id);
  if (row === undefined) return [];
  const deletedAt = row['deleted'] === true ? timeIn(row, 'updated_at', 0) : Infinity;
  const end = Math.min(timeIn(row, 'end_time', Infinity), deletedAt);
  return within({ row, from: 0, to: Infinity }, timeIn(row, 'start_time', 0), end);
};

const overlaps = <One extends TimeSpan, Other extends TimeSpan, Made>(
  ones: readonly One[],
  others: readonly Other[],
  make: (one: One, other: Other) => Made,
): readonly (Made & TimeSpan)[] =>
  ones.flatMap((one) =>
    others.flatMap((other) => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      return to > from ? [{ ...make(one, other), from, to }] : [];
    }),
  );

/** The data that units are computed from. */
export type FindUnits = ReturnType<typeof createUnits>;
