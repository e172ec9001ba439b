import { sameId } from '../../src/upstream/catalogue/language/identifiers.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { missing } from '../refusal.ts';
import type { EntityRules, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';

const lineItemOf = (row: StoredRow, { store, accountId }: Scope): StoredRow | undefined =>
  store.find('LineItem', accountId, String(row['line_item_id']));

const isPreroll = (row: StoredRow, scope: Scope): boolean =>
  lineItemOf(row, scope)?.['objective'] === 'PREROLL_VIEWS';

const admits = (row: StoredRow, scope: Scope): boolean => {
  const campaignId = scope.input['campaign_id'];
  return (
    typeof campaignId !== 'string' || sameId(lineItemOf(row, scope)?.['campaign_id'], campaignId)
  );
};

const creating = ({ after }: WrittenRow, scope: Scope): void => {
  const parameter = 'landing_url';
  const isNeeded = lineItemOf(after, scope)?.['objective'] === 'WEBSITE_CLICKS';
  if (isNeeded && after[parameter] === null) throw missing(parameter);
};

const deriveOnce = ({ after }: WrittenRow, scope: Scope): Values => {
  const media = scope.store.find(
    'AccountMedia',
    scope.accountId,
    String(after['account_media_id']),
  );
  return {
    creative_type: media?.['creative_type'] ?? null,
    // Clicks on a preroll video lead to the address of its call to action.
    ...(isPreroll(after, scope) && { landing_url: null }),
  };
};

export const rules: Readonly<Record<string, EntityRules>> = {
  MediaCreative: {
    admits,
    defaults: () => ({ entity_status: 'ACTIVE', approval_status: 'ACCEPTED' }),
    creating,
    deriveOnce,
  },
};
