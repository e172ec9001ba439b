import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import { customAudience } from '../upstream/catalogue/custom-audiences.ts';
import { lineItem } from '../upstream/catalogue/line-items.ts';
import type { Row } from '../upstream/row.ts';
import { ORIGIN } from '../upstream/row.ts';
import { sameId } from './ids.ts';
import { entityBy, link } from './node.ts';

/** The kinds of targeting criteria whose value is the id of an audience. */
const ofAudiences = new Set(['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED']);
const audienceIn = link(customAudience, 'targeting_value');

/** The audience that a targeting criterion names; null for criteria of other kinds. */
export const audienceOfCriterion: typeof audienceIn = (row, args, context, info) =>
  ofAudiences.has(String(row['targeting_type'])) ? audienceIn(row, args, context, info) : null;

const audienceHeld = link(customAudience, 'custom_audience_id');

/** The audience that a nested object of an audience names; it is marked with the origin of the row that holds it. */
export const audienceOfPart = (
  part: Readonly<Record<string, unknown>>,
  args: unknown,
  context: Context,
  info: GraphQLResolveInfo,
) => audienceHeld(part as Row, args, context, info);

/** Whether the account that was asked owns an audience. Answers to updates say so, others name the owner. */
export const isOwner = (row: Row): boolean | null => {
  const [said, owner] = [row['is_owner'], row['owner_account_id']];
  if (typeof said === 'boolean') return said;
  return typeof owner === 'string' ? sameId(owner, row[ORIGIN].accountId ?? '') : null;
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
  const { accountId } = row[ORIGIN];
  return Array.isArray(held)
    ? held.map((item: Omit<TargetedLineItem, 'accountId'>) => ({ ...item, accountId }))
    : null;
};

/** The whole line item behind such an entry. */
export const lineItemOf = (
  { id, accountId }: TargetedLineItem,
  _args: unknown,
  context: Context,
  info: GraphQLResolveInfo,
) => entityBy(lineItem, { accountId, id }, { context, info });
