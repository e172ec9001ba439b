import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import { promotedTweets } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import { targetingCriteria } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import { sameId } from '../../../upstream/catalogue/language/identifiers.ts';
import { idOf, type Row, SOURCE } from '../../../upstream/client/row.ts';
import type { LoadContext } from '../../field.ts';
import type { WriteError } from '../../write-errors.ts';
import type { WriteEnd } from '../../write-request.ts';
import { children } from './children.ts';
import { named, nounOf } from './lacks.ts';
import type { LaunchMade, LineItemMade, StepEnd } from './made.ts';
import { wholeList } from './source.ts';
import { leftCampaign, leftLineItem, stateOf } from './state.ts';

const code = 'CONFLICT';

/** The error about a row of a launch that somebody has paused or deleted. */
export const takenAwayError = (row: Row): WriteError => ({
  code,
  message: `Somebody has paused or deleted the ${named(nounOf(row[SOURCE].entity), row)} since the launch created it. The launch keeps that: it creates the rest, and activates nothing more.`,
});

/** The end of a step that is not sent because somebody has paused or deleted a row. */
export const takenAwayEnd = (
  outcome: 'APPLIED' | 'NOT_APPLIED',
  error: WriteError,
  rows: readonly Row[] = [],
): WriteEnd => ({ outcome, errors: [error], byItem: null, rows, texts: [] });

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
export const campaignNow = async (
  campaign: Row,
  { context, field }: LoadContext,
): Promise<Row | null> => {
  const { entity, accountId } = campaign[SOURCE];
  const ids = [idOf(campaign)];
  const [row = null] = await context.loaders.rows({ entity, accountId }, ids, field.trace);
  if (row instanceof Error) throw row;
  return row;
};
