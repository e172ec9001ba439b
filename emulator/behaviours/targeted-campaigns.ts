import { readList } from '../list.ts';
import { isLive, liveRows } from '../read.ts';
import type { EntityRules, Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { audienceAt } from './custom-audiences.ts';
import { campaignNow } from './serving.ts';

const servable = (lineItem: StoredRow, campaign: StoredRow): boolean =>
  [lineItem, campaign].every((row) => row['entity_status'] === 'ACTIVE' && isLive(row)) &&
  campaign['servable'] !== false;

/** The line items of the account that target an audience, by the id of their campaign. */
const targeting = (scope: Scope, audience: string) => {
  const where = { entity: 'TargetingCriterion', column: 'targeting_value' };
  const criteria = liveRows(scope, where, audience).filter((row) =>
    /^CUSTOM_AUDIENCE/.test(String(row['targeting_type'])),
  );
  const ids = new Set(criteria.map((row) => String(row['line_item_id'])));
  const { store, accountId } = scope;
  const lineItems = [...ids].map((id) => store.find('LineItem', accountId, id)).filter(isLive);
  return Map.groupBy(lineItems, (row) => String(row['campaign_id']));
};

// The entries are stored as rows for this request, so that the generic list can page through them.
const listTargetedCampaigns: Handler = (scope) => {
  const { store, accountId, input } = scope;
  const audience = String(
    audienceAt(scope, 'custom_audience_id', String(input['custom_audience_id']))['id'],
  );
  store.clear('TargetedCampaign', accountId);
  for (const [id, lineItems] of targeting(scope, audience)) {
    const campaign = campaignNow(store.find('Campaign', accountId, id) ?? {}, scope);
    const entries = lineItems
      .map((row) => ({ id: row['id'], name: row['name'], servable: servable(row, campaign) }))
      .filter((entry) => entry.servable || input['with_active'] === false);
    if (entries.length === 0) continue;
    store.insert('TargetedCampaign', accountId, {
      id,
      created_at: campaign['created_at'],
      custom_audience_id: audience,
      campaign_id: id,
      campaign_name: campaign['name'],
      line_items: entries,
    });
  }
  return readList(scope);
};

export const handlers: Readonly<Record<string, Handler>> = { listTargetedCampaigns };

export const rules: Readonly<Record<string, EntityRules>> = {
  TargetedCampaign: {
    shows: ({ campaign_id, campaign_name, line_items }) => ({
      campaign_id,
      campaign_name,
      line_items,
    }),
  },
};
