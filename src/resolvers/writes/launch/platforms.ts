import { lineItem } from '../../../upstream/catalogue/areas/line-items.ts';
import { targetingCriteria } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import { sameId } from '../../../upstream/catalogue/language/identifiers.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { idOf, type Row } from '../../../upstream/client/row.ts';
import type { LoadContext } from '../../field.ts';
import { type LaunchMade, rowOf } from './made.ts';
import { wholeList } from './source.ts';
import { type LaunchStep, ruled, sendItems } from './step.ts';
import type { CampaignTree } from './tree.ts';

/** A platform whose criterion a line item must lack. */
interface LackedPlatform {
  readonly lineItem: number;
  readonly name: string;
}

/** The step that deletes criteria of platforms that the API added to new line items. */
export const platformsStep = (
  { accountId }: CampaignTree,
  lacked: readonly LackedPlatform[],
): LaunchStep => {
  const endpoint = targetingCriteria.batchTargetingCriteria;
  return {
    kind: 'PLATFORMS',
    endpoint,
    items: lacked.length,
    lineItem: null,
    send: async (made, by) => {
      // The line items do not exist yet, so the criteria that the API will add are unknown.
      if (by.asking.context.dryRun !== null) return { outcome: 'APPLIED', errors: [] };
      const added = await addedPlatforms(lacked, made, by.asking);
      if (added.length === 0) return { outcome: 'APPLIED', errors: [] };
      const items = added.map((row) => ({
        params: { targeting_criterion_id: idOf(row) },
        at: null,
      }));
      const { outcome, errors } = await sendItems(
        { endpoint, kind: 'Delete', accountId, items },
        // The criteria were just read, so they still exist.
        ruled(by, { settle: async () => ({ found: 'nothing' }) }),
      );
      return { outcome, errors };
    },
  };
};

// The API adds criteria together with the line item. Later ones are somebody's choice.
const withinMs = 60_000;

const addedPlatforms = async (
  lacked: readonly LackedPlatform[],
  made: LaunchMade,
  asking: LoadContext,
): Promise<readonly Row[]> => {
  const { accountId } = made.tree;
  const ids = lacked.map((one) => idOf(rowOf(made, one.lineItem)));
  const { listTargetingCriteria: list } = targetingCriteria;
  const filters = { line_item_ids: [...new Set(ids)] };
  const [lineItems, criteria] = await Promise.all([
    // Rows that an earlier request made have only their ids.
    asking.context.loaders.rows({ entity: lineItem, accountId }, ids, asking.field.trace),
    wholeList(list, { account_id: accountId }, filters, asking),
  ]);
  return lacked.flatMap(({ name }, at) => {
    const row = lineItems[at];
    if (row instanceof Error) throw row;
    const until = createdAt(row) + withinMs;
    return criteria.filter(
      (one) => isOf(one, [name]) && sameId(one['line_item_id'], ids[at]) && createdAt(one) <= until,
    );
  });
};

const createdAt = (row: Row | null | undefined): number => Date.parse(String(row?.['created_at']));

/** The platform that the API adds to line items that promote an app of a store. */
const platforms: Readonly<Record<string, string>> = {
  android_app_store_identifier: 'Android',
  ios_app_store_identifier: 'iOS',
};

const addedTo = (lineItem: Values): readonly string[] =>
  Object.entries(platforms).flatMap(([store, name]) =>
    (lineItem[store] ?? null) === null ? [] : [name],
  );

const isOf = (criterion: Row, names: readonly string[]): boolean =>
  criterion['targeting_type'] === 'PLATFORM' && names.includes(String(criterion['name']));

/** True if the API itself adds such a criterion to a line item with these values. */
export const isAddedByApi = (criterion: Row, values: Values): boolean =>
  isOf(criterion, addedTo(values));

/** The platforms that the API adds to a line item with these values, and the original lacks. */
export const lackedPlatforms = (
  values: Values,
  original: Row,
  criteria: readonly Row[],
): readonly string[] => {
  const known = addedTo(original);
  return addedTo(values).filter(
    (name) => known.includes(name) && !criteria.some((one) => isOf(one, [name])),
  );
};
