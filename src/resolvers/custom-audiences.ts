import { customAudience } from '../upstream/catalogue/areas/custom-audiences.ts';
import { lineItem } from '../upstream/catalogue/areas/line-items.ts';
import type { Row } from '../upstream/client/row.ts';
import { SOURCE } from '../upstream/client/row.ts';
import type { Load } from './field.ts';
import { sameId } from './ids.ts';
import { addressIn, entitiesAt, link } from './node.ts';

/** The kinds of targeting criteria whose value is the id of an audience. */
const ofAudiences = new Set(['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED']);

/** The audiences that targeting criteria name; null for criteria of other kinds. */
export const audienceOfCriterion: Load<Row, Row | null> = (rows, _args, context, field) =>
  entitiesAt(
    rows.map((row) =>
      ofAudiences.has(String(row['targeting_type']))
        ? addressIn(customAudience, row, row['targeting_value'])
        : null,
    ),
    { context, field },
  );

/** The audiences that nested objects of an audience name; they are marked with the origin of the row that holds them. */
export const audienceOfPart = link(customAudience, 'custom_audience_id') as Load<
  Readonly<Record<string, unknown>>,
  Row | null
>;

/** Whether the account that was asked owns an audience. Answers to updates say so, others name the owner. */
export const isOwner = (row: Row): boolean | null => {
  const [said, owner] = [row['is_owner'], row['owner_account_id']];
  if (typeof said === 'boolean') return said;
  if (owner instanceof Error) throw owner;
  return typeof owner === 'string' ? sameId(owner, row[SOURCE].accountId ?? '') : null;
};

/** A line item that targets an audience, as the answer about a campaign holds it. */
export interface TargetedLineItem {
  readonly id: string;
  readonly name: string | null;
  readonly servable: boolean | null;
  readonly accountId: string | null;
}

/** The line items of a campaign that target an audience. */
export const targetedLineItems = (row: Row): readonly TargetedLineItem[] | null => {
  const held = row['line_items'];
  const { accountId } = row[SOURCE];
  return Array.isArray(held)
    ? held.map((item: Omit<TargetedLineItem, 'accountId'>) => ({ ...item, accountId }))
    : null;
};

/** The whole line items behind such entries. */
export const lineItemOf: Load<TargetedLineItem, Row | null> = (entries, _args, context, field) =>
  entitiesAt(
    entries.map(({ id, accountId }) =>
      // What a nested object holds is whatever the API sent.
      typeof id === 'string' ? { entity: lineItem, accountId, id } : null,
    ),
    { context, field },
  );
