import { customAudience } from '../../upstream/catalogue/areas/custom-audiences.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { sameId } from '../../upstream/catalogue/language/identifiers.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import type { Load } from '../field.ts';
import { addressIn, entitiesAt, link } from './node.ts';

/** The types of targeting criteria whose value is the id of an audience. */
const ofAudiences = new Set([
  'CUSTOM_AUDIENCE',
  'CUSTOM_AUDIENCE_EXPANDED',
  // The former names of the same types.
  'TAILORED_AUDIENCE',
  'TAILORED_AUDIENCE_EXPANDED',
]);

/** True for a targeting criterion whose value is the id of an audience. */
export const isAudienceCriterion = (row: Row): boolean =>
  ofAudiences.has(String(row['targeting_type']));

/** Loads the audience of a targeting criterion; null for criteria of other types. */
export const audienceOfCriterion: Load<Row, Row | null> = (rows, _args, context, field) =>
  entitiesAt(
    rows.map((row) =>
      isAudienceCriterion(row) ? addressIn(customAudience, row, row['targeting_value']) : null,
    ),
    { context, field },
  );

/** Loads the audience of a nested object, which has the source of the row that contains it. */
export const audienceOfObject = link(customAudience, 'custom_audience_id') as Load<
  Readonly<Record<string, unknown>>,
  Row | null
>;

/**
 * True if the account owns an audience. Responses to updates have `is_owner`, others
 * `owner_account_id`; null if both are missing.
 */
export const isOwner = (row: Row): boolean | null => {
  const [stated, owner] = [row['is_owner'], row['owner_account_id']];
  if (typeof stated === 'boolean') return stated;
  if (owner instanceof Error) throw owner;
  return typeof owner === 'string' ? sameId(owner, row[SOURCE].accountId ?? '') : null;
};

/** A line item that targets an audience, from an entry of its campaign. */
export interface TargetedLineItem {
  readonly id: string;
  readonly name: string | null;
  readonly servable: boolean | null;
  readonly accountId: string | null;
}

/** The entries of line items in a campaign that targets an audience. */
export const targetedLineItems = (row: Row): readonly TargetedLineItem[] | null => {
  const held = row['line_items'];
  const { accountId } = row[SOURCE];
  return Array.isArray(held)
    ? held.map((item: Without<TargetedLineItem, 'accountId'>) => ({ ...item, accountId }))
    : null;
};

/** Loads the line items of these entries. */
export const lineItemOf: Load<TargetedLineItem, Row | null> = (entries, _args, context, field) =>
  entitiesAt(
    entries.map(({ id, accountId }) =>
      // Members of nested objects are unchecked, so the id may be any value.
      typeof id === 'string' ? { entity: lineItem, accountId, id } : null,
    ),
    { context, field },
  );
