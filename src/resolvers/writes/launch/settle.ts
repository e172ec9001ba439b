import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import { promotedTweets } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import { sameId } from '../../../upstream/catalogue/language/identifiers.ts';
import { idOf, type Row } from '../../../upstream/client/row.ts';
import type { LoadContext } from '../../field.ts';
import type { StepRules } from '../../write-request.ts';
import { doubt, shown } from '../confirm.ts';
import { wholeList } from './source.ts';
import { type LeftRow, stateOf } from './state.ts';
import { campaignNow, takenAwayEnd, takenAwayError } from './taken-away.ts';

type Settle = NonNullable<StepRules['settle']>;

const nothing = { found: 'nothing' } as const;

/**
 * Settles an activation by the current rows. It is sent again if nobody has changed them since, and
 * never if one was paused or deleted.
 */
const activation =
  (left: readonly LeftRow[], read: () => Promise<readonly (Row | null)[]>): Settle =>
  async (since) => {
    const now = await read();
    const states = left.map((one, index) => stateOf(one, now[index] ?? null, since));
    const at = states.indexOf('TAKEN_AWAY');
    if (at !== -1) {
      // Either all rows become active or none.
      const outcome = states.includes('LEFT') ? 'NOT_APPLIED' : 'APPLIED';
      return { found: 'end', end: takenAwayEnd(outcome, takenAwayError(now[at] as Row)) };
    }
    if (states.includes('UNCLEAR'))
      return doubt('It has changed since, so the API does not show it.');
    return states.includes('LEFT') ? nothing : shown(now as Row[]);
  };

/** Settles the activation of a campaign. */
export const settleCampaign = (left: LeftRow, asking: LoadContext): Settle =>
  activation([left], async () => [await campaignNow(left.row, asking)]);

/** Settles the activation of line items. */
export const settleLineItems = (
  accountId: string,
  left: readonly LeftRow[],
  asking: LoadContext,
): Settle =>
  activation(left, async () => {
    const ids = left.map(({ row }) => idOf(row));
    const filters = { line_item_ids: ids, with_deleted: true };
    const { listLineItems: list } = lineItems;
    const rows = await wholeList(list, { account_id: accountId }, filters, asking);
    return ids.map((id) => rows.find((row) => sameId(idOf(row), id)) ?? null);
  });

/** Posts that a step promotes in a line item. */
interface PostsOfStep {
  readonly accountId: string;
  readonly lineItem: Row;
  readonly tweetIds: readonly string[];
  /** All posts that the launch promotes in the line item. */
  readonly all: readonly string[];
}

/**
 * Settles the promotion of posts by the rows of the line item, deleted ones included. It is sent
 * again for posts without a row. A deleted row existed, so somebody has deleted it.
 */
export const settlePosts =
  ({ accountId, lineItem, tweetIds, all }: PostsOfStep, asking: LoadContext): Settle =>
  async () => {
    const { listPromotedTweets: list } = promotedTweets;
    const filters = { line_item_ids: [idOf(lineItem)], with_deleted: true };
    const rows = await wholeList(list, { account_id: accountId }, filters, asking);
    const rowsOf = (id: string): readonly Row[] =>
      rows.filter((row) => sameId(row['tweet_id'], id));
    const isLive = (row: Row): boolean => row['deleted'] !== true;
    const rowsOfPosts = tweetIds.flatMap((id) => rowsOf(id).find(isLive) ?? rowsOf(id).slice(0, 1));
    const deleted = rowsOfPosts.find((row) => !isLive(row));
    if (rowsOfPosts.length === tweetIds.length) {
      return deleted === undefined
        ? shown(rowsOfPosts)
        : { found: 'end', end: takenAwayEnd('APPLIED', takenAwayError(deleted), rowsOfPosts) };
    }
    // A post of another user has a row with another id.
    const others = rows.filter((row) => !all.some((id) => rowsOf(id).includes(row)));
    return deleted === undefined && others.every(isLive)
      ? nothing
      : doubt('Some of its posts were deleted, so it is unknown which were promoted.');
  };
