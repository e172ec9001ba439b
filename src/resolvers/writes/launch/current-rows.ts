import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import { promotedTweets } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import { targetingCriteria } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import { sameId } from '../../../upstream/catalogue/language/identifiers.ts';
import type { Fields } from '../../../upstream/catalogue/language/params.ts';
import { isContradicted } from '../../../upstream/catalogue/language/stored-values.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { idOf, type Row, SOURCE } from '../../../upstream/client/row.ts';
import type { LoadContext } from '../../field.ts';
import { rowAt } from '../../reads/node.ts';
import { type WriteEnd, type WriteError, writeEnd } from '../../write-errors.ts';
import type { StepRules } from '../../write-request.ts';
import { doubt, shown } from '../confirm.ts';
import { toleranceMs } from '../confirm-rows.ts';
import type { LaunchMade, LineItemMade, StepEnd } from './made.ts';
import { wholeList } from './source.ts';
import { type CampaignTree, children, named, nounOf } from './tree.ts';

/** A row that a launch has made and left paused, and the values that were sent for it. */
interface LeftRow {
  readonly row: Row;
  readonly fields: Fields;
  readonly sent: Values;
}

const paused = { entity_status: 'PAUSED' } as const;

/** The campaign of a launch as its first step left it. */
export const leftCampaign = ({ campaign }: CampaignTree, row: Row): LeftRow => ({
  row,
  fields: campaigns.createCampaign.params,
  sent: { ...campaign, ...paused },
});

/** A line item of a launch as its step left it. */
export const leftLineItem = (
  { lineItems: all }: CampaignTree,
  index: number,
  row: Row,
): LeftRow => ({
  row,
  fields: lineItems.batchLineItems.operations.Create.params,
  sent: { ...all[index]?.values, ...paused },
});

/**
 * The state of a row that a launch left paused:
 * - LEFT: nobody has changed it, or only before the launch began to activate it;
 * - TAKEN_AWAY: it was deleted; or it has a later change but the launch's values, so it was paused;
 * - UNCLEAR: its values have changed, so it may have been ACTIVE in between.
 */
type RowState = 'ACTIVE' | 'LEFT' | 'TAKEN_AWAY' | 'UNCLEAR';

/**
 * The state of a row; `now` is null if the API does not show it. `since` is the time of its
 * activation, in milliseconds since 1970.
 */
export const stateOf = (
  { row, fields, sent }: LeftRow,
  now: Row | null,
  since: number,
): RowState => {
  if (now === null) return 'UNCLEAR';
  if (now['deleted'] === true) return 'TAKEN_AWAY';
  if (now['entity_status'] === 'ACTIVE') return 'ACTIVE';
  // The row may have been read back, so its `updated_at` may already show somebody's change.
  const [left, touched] = [timeOf(row, 'created_at'), timeOf(now, 'updated_at')];
  if (left === touched || touched < since - toleranceMs) return 'LEFT';
  const isOther = isContradicted(fields, { entity: now[SOURCE].entity, sent, row: now });
  return !isOther && touched > left ? 'TAKEN_AWAY' : 'UNCLEAR';
};

/** A time of a row, in milliseconds since 1970; NaN if it has none. */
const timeOf = (row: Row, column: string): number => Date.parse(String(row[column]));

const code = 'CONFLICT';

/** The error about a row of a launch that somebody has paused or deleted. */
const takenAwayError = (row: Row): WriteError => ({
  code,
  message: `Somebody has paused or deleted the ${named(nounOf(row[SOURCE].entity), row)} since the launch created it. The launch keeps that: it creates the rest, and activates nothing more.`,
});

/** The end of a step that is not sent because somebody has paused or deleted a row. */
export const takenAwayEnd = (
  outcome: 'APPLIED' | 'NOT_APPLIED',
  error: WriteError,
  rows: readonly Row[] = [],
): WriteEnd => ({ ...writeEnd(outcome, [error]), rows });

/** True if a step was not sent because of a paused or deleted row, and not because of an error. */
export const isTakenAway = ({ outcome, cause }: StepEnd): boolean =>
  outcome === 'NOT_APPLIED' && cause === undefined;

/** The errors of a step about rows that somebody has paused or deleted. */
export const takenAwayIn = (end: StepEnd): readonly WriteError[] =>
  end.outcome === 'APPLIED' || isTakenAway(end)
    ? end.errors.filter((error) => error.code === code)
    : [];

/**
 * Reads the rows that a launch has made, and returns the error about the first that somebody has
 * paused or deleted since; null if there is none.
 */
export const takenAway = async (
  made: LaunchMade,
  asking: LoadContext,
): Promise<WriteError | null> => {
  const gone = await Promise.all(
    rowsByKind(made, asking).map(async ({ rows, read, isTaken = isPaused }) => {
      if (rows.length === 0) return [];
      const found = await read();
      return rows.flatMap((row, index) => {
        const now = found.find((one) => sameId(idOf(one), idOf(row)));
        return now === undefined || isTaken(now, index) ? [now ?? row] : [];
      });
    }),
  );
  const [first] = gone.flat();
  return first === undefined ? null : takenAwayError(first);
};

/** Rows of one kind. */
interface LaunchedRows {
  readonly rows: readonly Row[];
  /** Reads the rows that are not deleted. */
  readonly read: () => Promise<readonly Row[]>;
  /** True if somebody has paused a row; `index` is that in `rows`. */
  readonly isTaken?: (now: Row, index: number) => boolean;
}

const isPaused = (now: Row): boolean => now['entity_status'] === 'PAUSED';

const rowsByKind = (made: LaunchMade, asking: LoadContext): readonly LaunchedRows[] => {
  const { tree, campaign, lineItems: all } = made;
  const path = { account_id: tree.accountId };
  const items = all.flatMap(({ row, wasActivated }, index) =>
    row === null ? [] : [{ row, wasActivated, index }],
  );
  const listed = (list: Endpoint, own: (one: LineItemMade) => readonly Row[]): LaunchedRows => {
    // Some lists are refused for line items that cannot have such rows.
    const having = rowsOf(all.filter((one) => own(one).length > 0)).map(idOf);
    const filters = 'line_item_ids' in list.params ? { line_item_ids: having } : {};
    return { rows: all.flatMap(own), read: () => wholeList(list, path, filters, asking) };
  };
  return [
    {
      rows: campaign === null ? [] : [campaign],
      read: () => campaignsOf(campaign as Row, asking),
      isTaken: (now) => stateOf(leftCampaign(tree, campaign as Row), now, 0) === 'TAKEN_AWAY',
    },
    {
      ...listed(lineItems.listLineItems, ({ row }) => (row === null ? [] : [row])),
      isTaken: (now, at) => {
        const { row, wasActivated, index } = items[at] as (typeof items)[number];
        if (wasActivated) return now['entity_status'] !== 'ACTIVE';
        if (tree.lineItems[index]?.isActive === false) return false;
        return stateOf(leftLineItem(tree, index, row), now, 0) === 'TAKEN_AWAY';
      },
    },
    listed(targetingCriteria.listTargetingCriteria, ({ targeting }) => rowsOf(targeting)),
    listed(promotedTweets.listPromotedTweets, (one) => one.promotedTweets),
    ...children.map(({ kind, list }) => listed(list, (one) => one.children[kind] ?? [])),
  ];
};

const rowsOf = (made: readonly { readonly row: Row | null }[]): readonly Row[] =>
  made.flatMap(({ row }) => row ?? []);

const campaignsOf = async (campaign: Row, asking: LoadContext): Promise<readonly Row[]> => {
  const found = await campaignNow(campaign, asking);
  return found === null || found['deleted'] === true ? [] : [found];
};

/** The current row of a campaign, even if it is deleted; null if the API does not show it. */
const campaignNow = (campaign: Row, asking: LoadContext): Promise<Row | null> =>
  rowAt({ ...campaign[SOURCE], id: idOf(campaign) }, asking);

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
  (accountId: string, { lineItem, tweetIds, all }: PostsOfStep, asking: LoadContext): Settle =>
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
