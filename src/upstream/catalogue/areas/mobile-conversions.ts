import { group, post } from '../language/endpoint.ts';
import { entity, oneOf } from '../language/entity.ts';
import {
  choices,
  flag,
  id,
  int,
  long,
  micros,
  required,
  shape,
  text,
  time,
} from '../language/params.ts';
import { notAbove } from '../language/rules.ts';
import { unshown } from '../language/storage.ts';

export const mobileConversionType = choices(
  'MobileConversionType',
  'What somebody did in an app: `conversion_type` of the REST API',
  {
    ACHIEVEMENT_UNLOCKED: 'Unlocked an achievement',
    ADDED_PAYMENT_INFO: 'Added a way to pay',
    ADD_TO_CART: 'Put something into the cart',
    ADD_TO_WISHLIST: 'Put something on the wish list',
    CHECKOUT_INITIATED: 'Began to check out',
    CONTENT_VIEW: 'Viewed content',
    INSTALL: 'Installed the app',
    INVITE: 'Invited somebody',
    LEVEL_ACHIEVED: 'Achieved a level; `level` can say which',
    LOGIN: 'Logged in',
    PURCHASE: 'Bought something; `priceMicro` and `priceCurrency` can say for how much',
    RATED: 'Rated something',
    RESERVATION: 'Made a reservation',
    RE_ENGAGE: 'Came back to the app',
    SEARCH: 'Searched',
    SHARE: 'Shared something',
    SIGN_UP: 'Signed up',
    SPENT_CREDITS: 'Spent credits',
    TUTORIAL_COMPLETE: 'Completed the tutorial',
    UPDATE: 'Updated the app',
  },
);
export const appOs = choices('AppOs', 'The operating system of an app: `os_type` of the REST API', {
  ANDROID: 'Android; its apps are named by package',
  IOS: 'iOS; its apps have numbers',
});
const engagementType = choices(
  'NonTwitterEngagementType',
  'What somebody did elsewhere before a conversion: `non_twitter_engagement_type` of the REST API',
  { CLICK: 'Clicked', VIEW: 'Viewed' },
);

const promotedProperties = shape('PromotedProperties', 'What was promoted', {
  account_id: id('The account'),
  campaign_id: id('The campaign'),
  campaign_name: text('Name of the campaign; null if the API does not give it'),
  line_item_id: id('The line item'),
  line_item_objective: text(
    'Objective of the line item, such as APP_INSTALLS; the API may add values',
  ),
  publisher_app_id: text('The app in which the ad was shown'),
});
const attribution = (type: string, doc: string) =>
  shape(type, doc, {
    attribution_type: text('Kind, such as PROMOTED; the API may add values'),
    engagement_type: text('What led to the conversion, such as CLICK; the API may add values'),
    engagement_time: time('When the engagement was that led to the conversion'),
    country_code: text('Two-letter code of the country'),
    tweet_id: id('The post'),
    promoted_properties: promotedProperties,
  });

const days = {
  click_window: int(
    'Days after a click within which the event counts, 14 by default; not less than `viewThroughWindow`',
    {
      oneOf: [1, 7, 14, 30],
      default: 14,
    },
  ),
  view_through_window: int('Days after a view within which the event counts, 1 by default', {
    oneOf: [0, 1, 7, 14, 30],
    default: 1,
  }),
} as const;
const elsewhere = {
  non_twitter_engagement_time: time('When somebody last engaged elsewhere before the conversion', {
    keeps: 'milliseconds',
  }),
  non_twitter_engagement_type: engagementType.any('How somebody last engaged elsewhere'),
} as const;

const mobileConversion = entity(
  'MobileConversion',
  'An event of an app as it was recorded, and the ad that it is attributed to. The identifier of the device is never shown.',
  {
    app_id: text('The app in its store'),
    os_type: appOs.any('The operating system of the app'),
    conversion_type: mobileConversionType.any('What happened'),
    conversion_time: time('When it happened, to the second; `raw` has the milliseconds'),
    conversion_value_micro: long('Value of the event in micros: amount × 1,000,000'),
    click_window: int('Days after a click within which it counts'),
    view_through_window: int('Days after a view within which it counts'),
    limit_ad_tracking: flag('Whether the person limits ad tracking'),
    non_twitter_engagement_time: elsewhere.non_twitter_engagement_time,
    non_twitter_engagement_type: elsewhere.non_twitter_engagement_type,
    twitter_attribution: attribution(
      'MobileAttribution',
      'The ad on X that a conversion is attributed to',
    ),
    tpn_attribution: attribution('PartnerAttribution', 'An ad on the X Audience Platform'),
  },
  {
    key: null,
    inAccount: false,
    withholds: ['hashed_device_id', 'device_ip_address', 'partner_client_id', 'event_metadata'],
  },
);

export const mobileConversions = group({
  recordMobileConversion: post('conversion_event', {
    doc: 'Records an event of an app, as measurement partners do, and returns the ad that it is attributed to. An event that is sent twice is recorded twice, so use an idempotencyKey',
    params: {
      app_id: required(
        text('The app in its store: a package such as com.example.app, or a number', { min: 1 }),
      ),
      os_type: required(appOs.any('The operating system of the app')),
      conversion_type: required(mobileConversionType.any('What happened')),
      conversion_time: required(time('When it happened', { keeps: 'milliseconds' })),
      hashed_device_id: required(
        text(
          'HMAC-SHA-256 of the IDFA or AdID with the key of the partner; the gateway does not have that key, so it cannot hash it',
          { min: 1, personal: true },
        ),
      ),
      device_ip_address: unshown(
        text('IPv4 or IPv6 address of the device when it happened', {
          format: 'ipAddress',
          personal: true,
        }),
      ),
      ...days,
      level: unshown(int('The level that the event is about')),
      ...elsewhere,
      number_items: unshown(int('How many items the event is about')),
      price_currency: unshown(
        text('Currency of the price, as its ISO 4217 code', { format: 'currency' }),
      ),
      price_micro: micros('Price that the event is about'),
      user_payment_info: unshown(flag('Whether the app has stored a way to pay of this person')),
    },
    rules: [
      notAbove('view_through_window', 'click_window', { click_window: 14, view_through_window: 1 }),
    ],
    returns: oneOf(mobileConversion),
  }),
});
