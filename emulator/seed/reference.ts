import type { Rows, StoredRow } from '../store.ts';

const placements: readonly StoredRow[] = [
  {
    id: 'MEDIA',
    product_type: 'MEDIA',
    placements: [
      ['ALL_ON_TWITTER'],
      ['TAP_BANNER'],
      ['TAP_FULL'],
      ['TAP_FULL', 'TAP_BANNER'],
      ['TAP_FULL_LANDSCAPE'],
      ['TAP_MRECT'],
      ['TAP_NATIVE'],
    ],
  },
  {
    id: 'PROMOTED_ACCOUNT',
    product_type: 'PROMOTED_ACCOUNT',
    placements: [['ALL_ON_TWITTER'], ['TWITTER_TIMELINE']],
  },
  {
    id: 'PROMOTED_TWEETS',
    product_type: 'PROMOTED_TWEETS',
    placements: [
      ['ALL_ON_TWITTER'],
      ['ALL_ON_TWITTER', 'PUBLISHER_NETWORK'],
      ['PUBLISHER_NETWORK'],
      ['TWITTER_PROFILE'],
      ['TWITTER_PROFILE', 'TWITTER_SEARCH'],
      ['TWITTER_PROFILE', 'TWITTER_SEARCH', 'TWITTER_TIMELINE'],
      ['TWITTER_REPLIES'],
      ['TWITTER_REPLIES', 'TWITTER_TIMELINE'],
      ['TWITTER_SEARCH'],
      ['TWITTER_SEARCH', 'TWITTER_TIMELINE'],
      ['TWITTER_TIMELINE'],
    ],
  },
];

/** Lowest bid, highest bid and step, in whole units of the currency. */
const bids: Readonly<Record<string, readonly [number, number, number]>> = {
  AUD: [0.01, 1500, 0.01],
  BRL: [0.01, 3000, 0.01],
  CAD: [0.01, 1250, 0.01],
  CHF: [0.01, 1000, 0.01],
  EUR: [0.01, 1000, 0.01],
  GBP: [0.01, 800, 0.01],
  JPY: [1, 150_000, 1],
  KRW: [10, 1_300_000, 1],
  KWD: [0.01, 300, 0.001],
  SEK: [0.1, 10_000, 0.01],
  USD: [0.01, 1000, 0.01],
};

const microsOf = (amount: number): number => Math.round(amount * 1_000_000);

const rules = Object.entries(bids).map(
  ([currency, [least, most, step]]): StoredRow => ({
    id: currency,
    currency,
    minimum_cpe_bid_local_micro: microsOf(least),
    maximum_cpe_bid_local_micro: microsOf(most),
    minimum_denomination: microsOf(step),
  }),
);

/** The top categories of the IAB, and some of the categories below them. */
const taxonomy: readonly (readonly [name: string, below: readonly string[]])[] = [
  [
    'Arts & Entertainment',
    ['Books & Literature', 'Celebrity Fan/Gossip', 'Humor', 'Movies', 'Music', 'Television'],
  ],
  [
    'Automotive',
    ['Auto Parts', 'Auto Repair', 'Buying/Selling Cars', 'Electric Vehicle', 'Motorcycles'],
  ],
  ['Business', ['Advertising', 'Agriculture', 'Construction', 'Logistics', 'Marketing']],
  ['Careers', ['Career Planning', 'College', 'Job Search', 'Resume Writing/Advice']],
  ['Education', ['Adult Education', 'Distance Learning', 'Language Learning', 'Special Education']],
  ['Family & Parenting', ['Adoption', 'Babies & Toddlers', 'Parenting Teens', 'Pregnancy']],
  ['Health & Fitness', ['Exercise', 'Nutrition', 'Physical Therapy', 'Weight Loss']],
  ['Food & Drink', ['Barbecues & Grilling', 'Coffee/Tea', 'Desserts & Baking', 'Vegan', 'Wine']],
  [
    'Hobbies & Interests',
    ['Birdwatching', 'Board Games/Puzzles', 'Photography', 'Video & Computer Games'],
  ],
  ['Home & Garden', ['Appliances', 'Gardening', 'Home Repair', 'Interior Decorating']],
  ['Law, Government & Politics', ['Immigration', 'Legal Issues', 'Politics']],
  ['News', ['International News', 'Local News', 'National News']],
  ['Personal Finance', ['Beginning Investing', 'Credit/Debt & Loans', 'Insurance', 'Stocks']],
  ['Society', ['Dating', 'Ethnic Specific', 'Senior Living', 'Weddings']],
  ['Science', ['Astronomy', 'Biology', 'Geology', 'Weather']],
  ['Pets', ['Aquariums', 'Birds', 'Cats', 'Dogs']],
  ['Sports', ['Baseball', 'Bicycling', 'Climbing', 'Running/Jogging', 'Skiing', 'Tennis']],
  ['Style & Fashion', ['Accessories', 'Beauty', 'Clothing', 'Jewelry']],
  ['Technology & Computing', ['Cell Phones', 'Computer Networking', 'Databases', 'Web Search']],
  ['Travel', ['Air Travel', 'Budget Travel', 'Camping', 'Europe', 'Hotels', 'Theme Parks']],
  ['Real Estate', ['Apartments', 'Architects', 'Buying/Selling Homes']],
  ['Shopping', ['Comparison', 'Contests & Freebies', 'Couponing']],
  ['Religion & Spirituality', ['Alternative Religions', 'Buddhism', 'Christianity', 'Islam']],
  ['Uncategorized', []],
  ['Non-Standard Content', []],
];

const iabCategories = taxonomy.flatMap(([name, below], index): readonly StoredRow[] => {
  const id = `IAB${index + 1}`;
  return [
    { id, parent_id: null, name },
    ...below.map((child, at) => ({ id: `${id}-${at + 1}`, parent_id: id, name: child })),
  ];
});

const trades: readonly (readonly [id: string, name: string, iab: readonly string[]])[] = [
  ['3g', 'Automotive', ['IAB2']],
  ['3h', 'Consumer Packaged Goods', ['IAB8', 'IAB10']],
  ['3i', 'Financial Services', ['IAB13']],
  ['3j', 'Gaming', ['IAB9-4']],
  ['3k', 'Retail', ['IAB22', 'IAB18']],
  ['3l', 'Technology', ['IAB19']],
  ['3m', 'Travel', ['IAB20']],
];

const contents: readonly (readonly [id: string, name: string, iab: readonly string[]])[] = [
  ['sk', 'Automotive', ['IAB2']],
  ['sl', 'Comedy', ['IAB1-3']],
  ['sm', 'Digital Creators', ['IAB1']],
  ['sn', 'Entertainment', ['IAB1-4', 'IAB1-6']],
  ['so', 'Gaming', ['IAB9-4']],
  ['sp', 'Lifestyle', ['IAB6', 'IAB18']],
  ['sq', 'Music', ['IAB1-5']],
  ['sr', 'News & Current Events', ['IAB12']],
  ['ss', 'Sports', ['IAB17']],
];

const contentIds = contents.map(([id]) => id);

const publishers = Array.from({ length: 60 }, (_, index): StoredRow => {
  const own = contentIds.filter((_id, at) => (index + at) % 4 === 0);
  return {
    user_id: String(1_610_000_000_000_000_000n + BigInt(index) * 7_919n),
    username: `channel_${String(index + 1).padStart(2, '0')}`,
    content_category_ids: own,
    monetizable_country_codes: index % 3 === 0 ? ['US', 'CA', 'GB'] : ['US'],
    promotion_eligible_country_codes: index % 5 === 0 ? ['US', 'JP', 'DE', 'GB'] : ['US', 'GB'],
    monetization_restricted: index % 11 === 10,
  };
});

const publishersIn = (category: string): number =>
  publishers.filter((row) => (row['content_category_ids'] as readonly string[]).includes(category))
    .length;

/** The rows outside accounts. */
export const referenceRows: Rows = {
  BiddingRule: rules,
  LineItemPlacement: placements,
  IabCategory: iabCategories,
  AdvertiserBusinessCategory: trades.map(([id, name, iab]) => ({ id, name, iab_categories: iab })),
  ContentCategory: contents.map(([id, name, iab]) => ({
    id,
    name,
    iab_categories: iab,
    publishers_in_last_thirty_days: publishersIn(id),
    videos_monetized_in_last_thirty_days: publishersIn(id) * 37,
  })),
  Publisher: publishers,
};

const curated: readonly (readonly [
  name: string,
  description: string,
  countries: readonly string[],
])[] = [
  ['Morning Shows ', 'Programmes that people wake up with', ['US', 'CA']],
  ['Football Highlights', 'Goals and interviews', ['GB', 'DE', 'NL', 'SE']],
  ['Anime Trailers', 'What comes next season', ['JP', 'US']],
  ['Cooking at Home', 'Recipes in two minutes', ['US', 'CA', 'GB', 'AU', 'DE']],
  ['Rail Journeys', 'Long windows, slow trains', ['GB', 'DE', 'NL', 'SE', 'JP']],
  ['Retired Series', 'No longer available anywhere', []],
];

/** The curated categories. Every account has the same, with the same ids. */
export const curatedCategories: readonly StoredRow[] = curated.map(
  ([name, description, countries], index) => ({
    id: `cc${(index + 101).toString(36)}`,
    created_at: `2023-0${index + 1}-10T09:00:00Z`,
    updated_at: '2025-04-01T09:00:00Z',
    name,
    description,
    country_codes: countries,
    publisher_user_ids: publishers
      .filter((_row, at) => at % (index + 2) === 0)
      .map((row) => row['user_id']),
    videos_monetized_in_last_thirty_days: index * 120,
  }),
);
