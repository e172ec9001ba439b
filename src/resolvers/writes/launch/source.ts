import { nullIfUnknown } from '../../../loaders/refusals.ts';
import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { customAudience } from '../../../upstream/catalogue/areas/custom-audiences.ts';
import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import { promotedTweets } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import { targetingCriteria } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import { type Endpoint, revealed } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { idOf, lowerIdOf, type Row } from '../../../upstream/client/row.ts';
import type { LoadContext } from '../../field.ts';
import { isAudienceCriterion } from '../../reads/custom-audiences.ts';
import { eachPage } from '../../reads/page.ts';
import { type ByChild, type Child, children } from './tree.ts';

/** A campaign that was read for copying, with everything in it that is not deleted. */
export interface CopySource {
  /** The time of the reading, in milliseconds since 1970. */
  readonly now: number;
  readonly campaign: Row;
  readonly lineItems: readonly Row[];
  readonly criteria: readonly Row[];
  readonly posts: readonly Row[];
  readonly children: ByChild<readonly Row[]>;
  /** The audiences of criteria that can be targeted, by id in lower case. */
  readonly audiences: ReadonlySet<string>;
}

/**
 * Reads a campaign to copy it, with the fewest calls: the campaign and its line items together,
 * then the children of all line items, then the audiences of criteria. Null if there is no such
 * campaign.
 */
export const readSource = async (
  accountId: string,
  campaignId: string,
  asking: LoadContext,
): Promise<CopySource | null> => {
  const path = { account_id: accountId };
  const { loaders } = asking.context;
  const { trace } = asking.field;
  const now = asking.context.now();
  const [campaign, items] = await Promise.all([
    nullIfUnknown(async () => {
      const input = { ...path, campaign_id: campaignId };
      const { rows } = await loaders.read(campaigns.getCampaign, input, trace);
      return rows[0] ?? null;
    }),
    wholeList(lineItems.listLineItems, path, { campaign_ids: [campaignId] }, asking),
  ]);
  if (campaign === null) return null;
  if (items.length === 0) {
    const nothing = { lineItems: [], criteria: [], posts: [], children: {} };
    return { now, campaign, ...nothing, audiences: new Set() };
  }
  const filters = { line_item_ids: items.map(idOf) };
  const [criteria, posts, ...others] = await Promise.all([
    wholeList(targetingCriteria.listTargetingCriteria, path, filters, asking),
    wholeList(promotedTweets.listPromotedTweets, path, filters, asking),
    ...children.map((child) => childrenIn(child, path, items, asking)),
  ]);
  const audiences = await targetable(accountId, criteria, asking);
  const byKind = Object.fromEntries(children.map(({ kind }, index) => [kind, others[index] ?? []]));
  return { now, campaign, lineItems: items, criteria, posts, children: byKind, audiences };
};

/** The children of one kind in line items. Some lists refuse line items without such children. */
const childrenIn = (
  { list, only }: Child,
  path: Readonly<Record<string, string>>,
  items: readonly Row[],
  asking: LoadContext,
): Promise<readonly Row[]> => {
  const [column, value] = (list.quirks.isEmptyOn400 ? only : undefined) ?? [];
  const able = items.filter((row) => column === undefined || row[column] === value);
  if (able.length === 0) return Promise.resolve([]);
  const filters = 'line_item_ids' in list.params ? { line_item_ids: able.map(idOf) } : {};
  return wholeList(list, path, filters, asking);
};

/** All rows of a list, oldest first. Throws if some of them cannot be read. */
export const wholeList = async (
  endpoint: Endpoint,
  path: Readonly<Record<string, string>>,
  filters: Values,
  asking: LoadContext,
): Promise<readonly Row[]> => {
  const { with_deleted: _, ...shown } = revealed(endpoint);
  const ask = {
    endpoint,
    path,
    parent: null,
    filters: { ...shown, ...filters },
    where: null,
    sort: 'created_at-asc',
    first: 1000,
  };
  const rows: Row[] = [];
  for await (const page of eachPage(ask, asking)) {
    const [flaw] = page.flaws ?? [];
    if (flaw !== undefined) throw flaw;
    rows.push(...page.rows);
  }
  return rows;
};

const targetable = async (
  accountId: string,
  criteria: readonly Row[],
  { context, field }: LoadContext,
): Promise<ReadonlySet<string>> => {
  const named = criteria.filter(isAudienceCriterion);
  const ids = [...new Set(named.map((row) => String(row['targeting_value'])))];
  if (ids.length === 0) return new Set();
  const found = await context.loaders.rows({ entity: customAudience, accountId }, ids, field.trace);
  const usable = found.flatMap((row) => {
    if (row instanceof Error) throw row;
    return row !== null && row['targetable'] === true && row['deleted'] !== true ? [row] : [];
  });
  return new Set(usable.map(lowerIdOf));
};
