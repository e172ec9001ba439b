import { choices } from '../language/params.ts';

/** The kinds of things that a line item promotes. */
export const productType = choices(
  'ProductType',
  'What a line item promotes; all line items of a campaign promote the same',
  {
    MEDIA: 'Account media, which media creatives show',
    PROMOTED_ACCOUNT: 'A user, to win followers',
    PROMOTED_TWEETS: 'Posts',
  },
);

/** The goal of a line item's campaign. */
export const objective = choices(
  'Objective',
  'What a line item is for; all line items of a campaign have the same',
  {
    APP_ENGAGEMENTS: 'People use an app that they have; needs the identifier of a store',
    APP_INSTALLS: 'People install an app; needs the identifier of a store',
    ENGAGEMENTS: 'People engage with posts',
    FOLLOWERS: 'People follow a user; not with bidStrategy MAX',
    PREROLL_VIEWS: 'People watch a video before that of a publisher; needs categories',
    REACH:
      'Many people see posts; not with bidStrategy MAX, and with the placement ALL_ON_TWITTER or, alone or beside others, TWITTER_TIMELINE',
    VIDEO_VIEWS: 'People watch the video of a post',
    WEBSITE_CLICKS: 'People visit a website',
  },
);

/** The result that delivery is optimized for. */
export const goal = choices(
  'Goal',
  'The result that delivery aims at. Where no objective is named, the API decides which has it',
  {
    APP_CLICKS:
      'Clicks that lead to an app; for APP_INSTALLS and APP_ENGAGEMENTS, and may need a partner that measures apps',
    APP_INSTALLS:
      'Installations of an app; for APP_INSTALLS and APP_ENGAGEMENTS, and may need a partner that measures apps',
    APP_PURCHASES: 'Purchases in an app; for APP_INSTALLS',
    ENGAGEMENT: 'Engagements with posts',
    FOLLOWERS: 'New followers',
    LINK_CLICKS: 'Clicks on links',
    MAX_REACH: 'As many people as possible',
    PREROLL: 'Views of a video that plays before the video of a publisher',
    PREROLL_STARTS: 'Starts of a video that plays before the video of a publisher',
    REACH_WITH_ENGAGEMENT: 'Many people, some of whom engage',
    SITE_VISITS: 'Visits of a website; for WEBSITE_CLICKS, at creation only',
    VIDEO_VIEW: 'Views of a video',
    VIEW_3S_100PCT: 'Views of 3 seconds with all of the video on the screen',
    VIEW_6S: 'Views of 6 seconds',
    VIEW_15S: 'Views of 15 seconds',
    WEBSITE_CONVERSIONS: 'Conversions on a website; needs primaryWebEventTag',
  },
);

/** The event that is billed. */
export const payBy = choices('PayBy', 'The event that is paid for', {
  APP_CLICK: 'A click that leads to an app; for the goal APP_INSTALLS',
  ENGAGEMENT: 'An engagement; the API sets it itself; not accepted as input',
  IMPRESSION: 'An impression; not for the goal LINK_CLICKS with bidStrategy TARGET',
  LINK_CLICK: 'A click on a link; for the goal LINK_CLICKS',
});

/** The ways in which the bid is chosen. */
export const bidStrategy = choices('BidStrategy', 'How the bid is chosen', {
  AUTO: 'The API chooses it by daily budget and flight; a bid that is given is ignored',
  MAX: 'The bid is the most to pay; needs a bid, and is not for REACH and FOLLOWERS',
  TARGET:
    'Daily averages stay within 20 % of the bid; needs a bid, and is for REACH, FOLLOWERS, WEBSITE_CLICKS, APP_INSTALLS and APP_ENGAGEMENTS',
});

/** The places where the ads of a line item may be shown. */
export const placement = choices(
  'Placement',
  'Where a line item may show; `lineItemPlacements` has the sets that each product type may have',
  {
    ALL_ON_TWITTER: 'Everywhere on X',
    PUBLISHER_NETWORK:
      'Apps and sites of publishers; needs advertiserDomain and categories of the advertiser',
    SPOTLIGHT: 'The spotlight of the trends; bought elsewhere; not accepted as input',
    TAP_BANNER: 'A banner in an app of a publisher',
    TAP_FULL: 'The whole screen of an app of a publisher',
    TAP_FULL_LANDSCAPE: 'The whole screen of an app of a publisher, held sideways',
    TAP_MRECT: 'A medium rectangle in an app of a publisher',
    TAP_NATIVE: 'A part of an app of a publisher, in its own style',
    TREND: 'Trends; bought elsewhere; not accepted as input',
    TWITTER_PROFILE: 'Profiles; not on its own',
    TWITTER_REPLIES: 'Replies to posts',
    TWITTER_SEARCH: 'Results of searches; needs targeting by keywords',
    TWITTER_TIMELINE: 'Timelines',
  },
);

/** The extent to which a line item may reach beyond its targeting. */
export const audienceExpansion = choices(
  'AudienceExpansion',
  'How far a line item reaches beyond its targeting, to people like those who are targeted; not at all without a value. X documents neither the reach of each value nor a link to objectives',
  {
    BROAD: 'A broad audience',
    DEFINED: 'A defined audience',
    EXPANDED: 'An expanded audience',
  },
);
