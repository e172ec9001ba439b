import { lineItem } from '../../../upstream/catalogue/areas/line-items.ts';
import { targetingCriteria } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { Endpoint, InputOf } from '../../../upstream/catalogue/language/endpoint.ts';
import { sameId } from '../../../upstream/catalogue/language/identifiers.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { idOf, type Row } from '../../../upstream/client/row.ts';
import type { LoadContext } from '../../field.ts';
import { sendWhole } from '../write.ts';
import { type CampaignTree, type Child, type ChildKind, pathIn } from './children.ts';
import { lackedIn } from './lacks.ts';
import { addErrors, change, type LaunchMade, rowOf } from './made.ts';
import { wholeList } from './source.ts';
import type { LaunchStep } from './step.ts';
import { argumentBelow, refusable, ruled, sendItems, sendingOf, whole } from './step-sending.ts';

/** A child in a tree, by the index of its line item and its index in it. */
interface OwnChild {
  readonly lineItem: number;
  readonly index: number;
  readonly values: Values;
}

/** The step that makes a child of a line item. */
export const childStep = (
  tree: CampaignTree,
  { kind, member, create, isMany }: Child<ChildKind>,
  { lineItem, index, values }: OwnChild,
): LaunchStep => ({
  kind,
  endpoint: create,
  items: 1,
  lineItem,
  isOptional: tree.isCopied,
  send: async (made, by) => {
    const line_item_id = idOf(rowOf(made, lineItem));
    const input = { account_id: tree.accountId, line_item_id, ...values };
    const sending = sendingOf<Endpoint>(create, input as InputOf<Endpoint>, refusable(tree, by));
    const { outcome, rows, errors } = await sendWhole(sending, by.asking);
    const at = pathIn(tree, 'lineItems', lineItem, member, ...(isMany ? [index] : []));
    const isLeftOut = tree.isCopied && outcome === 'REJECTED';
    const own = errors.map(isLeftOut ? lackedIn(tree, lineItem, create) : argumentBelow(at, whole));
    const { [kind]: known = [], ...others } = made.lineItems[lineItem]?.children ?? {};
    change(made, lineItem, { children: { ...others, [kind]: [...known, ...rows] } });
    addErrors(made, lineItem, own);
    return { outcome, errors: own };
  },
});

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
      const added = await addedPlatforms(accountId, lacked, { made, asking: by.asking });
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
  accountId: string,
  lacked: readonly LackedPlatform[],
  {
    made,
    asking: { context, field },
    asking,
  }: { readonly made: LaunchMade; readonly asking: LoadContext },
): Promise<readonly Row[]> => {
  const ids = lacked.map((one) => idOf(rowOf(made, one.lineItem)));
  const { listTargetingCriteria: list } = targetingCriteria;
  const filters = { line_item_ids: [...new Set(ids)] };
  const [lineItems, criteria] = await Promise.all([
    // Rows that an earlier request made have only their ids.
    context.loaders.rows({ entity: lineItem, accountId }, ids, field.trace),
    wholeList(list, { account_id: accountId }, filters, asking),
  ]);
  return lacked.flatMap(({ name }, at) => {
    const row = lineItems[at];
    if (row instanceof Error) throw row;
    const until = createdAt(row) + withinMs;
    return criteria.filter(
      (one) =>
        one['targeting_type'] === 'PLATFORM' &&
        one['name'] === name &&
        sameId(one['line_item_id'], ids[at]) &&
        createdAt(one) <= until,
    );
  });
};

const createdAt = (row: Row | null | undefined): number => Date.parse(String(row?.['created_at']));
