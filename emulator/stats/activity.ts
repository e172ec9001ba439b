import { lowerId } from '../../src/upstream/catalogue/language/identifiers.ts';
import { hourMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import type { Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { chanceOf, nameHash } from './chance.ts';
import { everybody } from './day-delivery.ts';
import { type Calendar, delivered } from './delivery.ts';
import { entityNamed } from './figures.ts';
import { leafAt } from './leaves.ts';
import { createUnits, type Unit } from './units.ts';
import type { TimeSpan } from './versions.ts';

const leaves = leafAt('billed_engagements') + 1;
const impressions = leafAt('impressions');
/** The milliseconds for which charged amounts keep changing. */
const unsettledMs = 72 * hourMs;

type AccountOfActivity = Pick<Scope, 'store' | 'accountId'>;

/** The filters of a request, and the column of a line item that each is about. */
const filters = [
  ['campaign_ids', 'campaign_id'],
  ['funding_instrument_ids', 'funding_instrument_id'],
  ['line_item_ids', 'id'],
] as const;

/** The line items of a request; null for all. */
const linesIn = (
  { store, accountId }: AccountOfActivity,
  input: Values,
): ReadonlySet<unknown> | null => {
  const [parameter, column] = filters.find(([name]) => (input[name] ?? null) !== null) ?? [];
  if (parameter === undefined || column === undefined) return null;
  const requested = new Set((input[parameter] as readonly string[]).map(lowerId));
  const rows = store.rows('LineItem', accountId);
  return new Set(rows.filter((row) => requested.has(String(row[column]))).map(({ id }) => id));
};

/** True if an entity belongs to one of these line items, or contains one. */
const isAbout = (
  { store, accountId }: AccountOfActivity,
  { entity, row }: { readonly entity: string; readonly row: StoredRow },
  lines: ReadonlySet<unknown>,
): boolean => {
  if (entity === 'LineItem') return lines.has(row['id']);
  if (entity.startsWith('Promoted')) return lines.has(row['line_item_id']);
  const column = entity === 'Campaign' ? 'campaign_id' : 'funding_instrument_id';
  return [...store.by({ entity: 'LineItem', accountId, column }, row['id'])].some(({ id }) =>
    lines.has(id),
  );
};

/** The first and the last hour of a span in which units delivered; null if they did not. */
const activeHours = (
  units: readonly Unit[],
  span: TimeSpan,
  calendar: Calendar,
): TimeSpan | null => {
  const hours = Array.from({ length: Math.ceil((span.to - span.from) / hourMs) + 1 }, (_, index) =>
    Math.min(span.to, span.from + index * hourMs),
  );
  const counts = delivered(units, { bounds: hours, leaves, segment: everybody }, calendar);
  const isActive = (hour: Float64Array): boolean => (hour[impressions] as number) > 0;
  const first = counts.findIndex(isActive);
  if (first < 0) return null;
  return { from: hours[first] ?? span.from, to: hours[counts.findLastIndex(isActive)] ?? span.to };
};

/** A time within an hour; always the same for the same input. */
const timeIn = (hour: number, name: string, half: 0 | 1): string =>
  iso(hour + Math.floor((half + chanceOf(nameHash(name), hour / hourMs)) * (hourMs / 2 - 1000)));

/**
 * The entities whose figures changed in a span: those that delivered in it or in the three days
 * before, because those figures were not final yet.
 */
export const activeIn = (
  account: AccountOfActivity,
  input: Values,
  { range, ...calendar }: Calendar & { readonly range: TimeSpan },
): readonly Values[] => {
  const entity = entityNamed(input['entity']);
  const lines = linesIn(account, input);
  const unitsOf = createUnits(account);
  const span = { from: range.from - unsettledMs, to: Math.min(range.to, calendar.now) };
  const rows = account.store.rows(entity, account.accountId);
  return rows.flatMap((row) => {
    if (lines !== null && !isAbout(account, { entity, row }, lines)) return [];
    const units = unitsOf(entity, row).filter(({ flights }) =>
      flights.some(({ from, to }) => from < span.to && to > span.from),
    );
    const found = units.length === 0 ? null : activeHours(units, span, calendar);
    if (found === null) return [];
    return [
      {
        entity_id: row['id'],
        activity_start_time: timeIn(found.from, String(row['id']), 0),
        activity_end_time: timeIn(found.to, String(row['id']), 1),
        placements: ['ALL_ON_TWITTER'],
      },
    ];
  });
};
