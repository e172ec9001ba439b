import { hourMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { createRandom } from '../random.ts';
import { isLive, responseWith } from '../read.ts';
import type { Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** The account of the user that has the app; undefined if there is none. */
const advertiserOf = ({ store, access, user, input }: Scope): string | undefined =>
  store
    .rows('Account', null)
    .filter((row) => isLive(row) && user !== null && access.mayUse(user.userId, String(row['id'])))
    .map(({ id }) => String(id))
    .find((id) =>
      store.rows('AccountApp', id).some((app) => app['app_store_identifier'] === input['app_id']),
    );

const promotedOf = ({ store }: Scope, account_id: string, lineItem: StoredRow): Values => ({
  account_id,
  campaign_id: lineItem['campaign_id'],
  campaign_name: store.find('Campaign', account_id, String(lineItem['campaign_id']))?.['name'],
  line_item_id: lineItem['id'],
  line_item_objective: lineItem['objective'],
  publisher_app_id: null,
});

// Every second device clicked on an ad of the advertiser an hour before.
const attributionOf = (scope: Scope): Values | null => {
  const { store, input } = scope;
  const random = createRandom(String(input['hashed_device_id']));
  const accountId = advertiserOf(scope);
  if (accountId === undefined || random.chance(0.5)) return null;
  const posts = store.rows('PromotedTweet', accountId).filter(isLive);
  if (posts.length === 0) return null;
  const post = random.pick(posts);
  const lineItem = store.find('LineItem', accountId, String(post['line_item_id']));
  if (lineItem === undefined) return null;
  return {
    attribution_type: 'PROMOTED',
    engagement_type: 'CLICK',
    engagement_time: iso(Date.parse(String(input['conversion_time'])) - hourMs),
    country_code: 'US',
    tweet_id: String(post['tweet_id']),
    promoted_properties: promotedOf(scope, accountId, lineItem),
  };
};

const recordMobileConversion: Handler = (scope) => {
  const { input } = scope;
  return responseWith(scope, 200, {
    app_id: input['app_id'],
    os_type: input['os_type'],
    conversion_type: input['conversion_type'],
    conversion_time: input['conversion_time'],
    conversion_value_micro: Number(input['price_micro'] ?? 0),
    click_window: input['click_window'] ?? 14,
    view_through_window: input['view_through_window'] ?? 1,
    limit_ad_tracking: false,
    event_metadata: null,
    hashed_device_id: input['hashed_device_id'],
    partner_client_id: `${input['app_id']} contact id`,
    non_twitter_engagement_time: input['non_twitter_engagement_time'] ?? null,
    non_twitter_engagement_type: input['non_twitter_engagement_type'] ?? null,
    twitter_attribution: attributionOf(scope),
    tpn_attribution: null,
  });
};

export const handlers: Readonly<Record<string, Handler>> = { recordMobileConversion };
