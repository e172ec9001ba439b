import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../src/upstream/catalogue/limits.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

/** The documented numbers, copied by hand: a check against wrong entries. */
const documented = {
  'list-ids': 200,
  'page-size': 1000,
  'card-page-size': 200,
  'draft-page-size': 200,
  'scheduled-page-size': 200,
  'total-count-rate': 200,
  'bearer-tokens': 1,
  'card-name': 80,
  'card-query': 80,
  'swipeable-media-least': 2,
  'swipeable-media-most': 6,
  'post-images': 4,
  'post-gifs-or-videos': 1,
  'post-name': 80,
  'scheduling-horizon': 1,
  'scheduling-step': 1,
  'poll-duration-least': 5,
  'poll-duration-most': 10_080,
  'poll-choice': 25,
  'conversation-hashtag': 20,
  'conversation-thank-you': 23,
  'conversation-title': 23,
  'media-name': 100,
  'media-file-name': 255,
  'media-title': 70,
  'media-description': 200,
  previews: 200,
  'active-campaigns': 200,
  'line-items-of-campaign': 100,
  'active-line-items': 256,
  'campaign-name': 255,
  'line-item-name': 255,
  'purchase-order-number': 50,
  'name-query': 255,
  'batch-campaigns': 40,
  'batch-line-items': 40,
  'batch-targeting-criteria': 500,
  'batch-custom-audiences': 10,
  'audience-users': 2500,
  'audience-users-bytes': 5_000_000,
  'audience-users-rate': 1500,
  'do-not-reach-users': 2500,
  'do-not-reach-users-bytes': 5_000_000,
  'do-not-reach-expiry': 13,
  'do-not-reach-lists': 1,
  'web-conversions': 500,
  'web-conversions-rate': 60_000,
  'ab-test-groups-least': 2,
  'ab-test-groups-most': 30,
  'ab-test-line-items': 5,
  'flexible-audience-leaves': 10,
  'promoted-posts': 50,
  'insights-window': 7,
  'insights-keywords': 10,
  'put-products': 25,
  'product-title': 150,
  'product-description': 5000,
  'product-set-products': 50,
  'product-set-filters': 30,
  'product-catalogs': 1,
  'scheduled-feeds': 1,
  'country-codes': 200,
  'results-entities': 20,
  'results-window': 7,
  'results-rate': 250,
  'activity-window': 90,
  'job-entities': 20,
  'job-window': 90,
  'job-window-segments': 45,
  'jobs-in-hand': 100,
};

const accountId = '18ce54bik3s';
const mediaKey = '13_1700000000000000001';
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
/** Characters outside the basic plane, which are two UTF-16 units each. */
const wide = (length: number): string => '🚲'.repeat(length);
const codes = many(
  676,
  (index) =>
    String.fromCharCode(65 + Math.floor(index / 26)) + String.fromCharCode(65 + (index % 26)),
);

interface Attempt {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A product that the documents allow, and its id. */
const product = (id: number) => ({
  id: `p${id}`,
  title: 'Bell',
  description: 'A bell.',
  availability: 'IN_STOCK',
  condition: 'NEW',
  price: '9.50 EUR',
  link: 'https://nordlicht.example/bell',
  imageLink: 'https://nordlicht.example/bell.png',
  brand: 'Nordlicht',
});

/** A field of the account with one argument. */
const list = (field: string, type: string, argument: string, rest = '{ nodes { restId } }') => {
  const [name = '', others = ''] = field.split(' ');
  const document = `query ($value: ${type}) { account(id: "${accountId}") { ${name}(${argument}: $value ${others}) ${rest} } }`;
  return (value: unknown): Attempt => ({ document, variables: { value } });
};

/** A mutation with one variable member. */
const write = (
  mutation: string,
  input: (value: unknown) => object,
  rest = 'outcome errors { code message argument }',
) => {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${rest} } }`;
  return (value: unknown): Attempt => ({
    document,
    variables: { input: { accountId, ...input(value) } },
  });
};

const campaignId = (index: number): string => `cik3s0${index.toString(36).padStart(2, '0')}`;
const job = (members: object): Attempt =>
  write('createStatsJob', () => ({
    entity: 'CAMPAIGN',
    entityIds: ['cik3s000'],
    range: { days: { first: '2025-01-01', last: '2025-01-02' } },
    granularity: 'DAY',
    metricGroups: ['ENGAGEMENT'],
    ...members,
  }))(null);

const activity = (end: unknown): Attempt => ({
  document: `query ($end: DateTime!) { account(id: "${accountId}") { activeEntities(entity: CAMPAIGN, start: "2025-01-01T00:00:00Z", end: $end) { entityId } } }`,
  variables: { end },
});
/** A mutation of a catalog, which is in no account. */
const inCatalog =
  (mutation: string, input: (value: unknown) => object) =>
  (value: unknown): Attempt => {
    const { document, variables } = write(
      mutation,
      input,
      `outcome errors { code message argument }${mutation === 'putProducts' ? ' results { errors { code message argument } }' : ''}`,
    )(value);
    const { accountId: _, ...own } = variables['input'] as Readonly<Record<string, unknown>>;
    return {
      document,
      variables: { input: { productCatalogId: '1540000000000000101', ...own } },
    };
  };
const put = (member: string) =>
  inCatalog('putProducts', (value) => ({ products: [{ ...product(0), [member]: value }] }));

const insights = (args: object): Attempt => ({
  document: `query ($keywords: [String!]!, $negativeKeywords: [String!], $endTime: DateTime) {
    keywordInsights(granularity: DAY, startTime: "2025-05-01T00:00:00Z", keywords: $keywords, negativeKeywords: $negativeKeywords, endTime: $endTime) { tweetVolume }
  }`,
  variables: { keywords: ['tea'], endTime: '2025-05-02T00:00:00Z', ...args },
});

const details = { title: 'Look', destination: { website: { url: 'https://nordlicht.example' } } };
const card = write('createCard', (name) => ({
  name,
  components: [{ media: { mediaKey } }, { details }],
}));
const swipeable = write('createCard', (keys) => ({
  name: 'Swipe',
  components: [{ swipeableMedia: { mediaKeys: many(Number(keys), () => mediaKey) } }, { details }],
}));
const draft = (member: string) =>
  write('createDraftTweet', (value) => ({
    asUserId: '1480000000000000101',
    text: 'Hello',
    [member]: value,
  }));
const poll = (changes: (value: unknown) => object) =>
  write('createPollCard', (value) => ({
    name: 'Ask',
    durationInMinutes: 60,
    firstChoice: 'Yes',
    secondChoice: 'No',
    ...changes(value),
  }));
const conversation = (member: string) =>
  write('createVideoConversationCard', (value) => ({
    name: 'Talk',
    title: 'Talk to us',
    firstCta: '#ride',
    firstCtaTweet: 'I ride',
    thankYouText: 'Thanks',
    mediaKey,
    [member]: value,
  }));
const library = (member: string) =>
  write('updateMediaLibraryItem', (value) => ({ mediaKey, [member]: value }));
const campaign = (member: string) =>
  write('createCampaign', (value) => ({
    fundingInstrumentId: 'fik3s000',
    name: 'Limits',
    dailyBudgetAmountLocalMicro: '1000000',
    [member]: value,
  }));
const leaf = { customAudienceId: 'a1', negate: false, lookbackWindow: 7 };
const audience = (leaves: number) => ({
  create: {
    name: `Leaves ${leaves}`,
    audienceType: 'FLEXIBLE',
    segments: { booleanOperator: 'OR', childSegments: many(leaves, () => leaf) },
  },
});
const user = { partnerUserId: ['crm-1'] };
const users = write('updateCustomAudienceUsers', (operations) => ({
  customAudienceId: 'a1',
  operations,
}));
/** A request body of this many bytes, all of them in one operation. */
const usersOf = (bytes: number): Attempt => {
  const wire = (id: string) => [
    { operation_type: 'Update', params: { users: [{ partner_user_id: [id] }] } },
  ];
  const id = 'x'.repeat(bytes - JSON.stringify(wire('')).length);
  return users([{ update: { users: [{ partnerUserId: [id] }] } }]);
};
const digest = 'a'.repeat(64);
const listUsers = write('updateDoNotReachListUsers', (operations) => ({
  doNotReachListId: 'n1',
  operations,
}));
/** As many hashes as fit into a body of this many bytes, and `more`. */
const listUsersOf = (bytes: number, more: number): Attempt => {
  const frame = JSON.stringify([
    { operation_type: 'Update', params: { users: [{ email: [digest] }] } },
  ]).length;
  const count = 1 + Math.floor((bytes - frame) / (digest.length + 3)) + more;
  return listUsers([{ update: { users: [{ email: many(count, () => digest) }] } }]);
};
const inMonths = (months: number, minutes: number): string => {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() + months);
  return new Date(date.getTime() + minutes * 60_000).toISOString();
};
const conversions = (count: unknown): Attempt => ({
  document: `mutation ($input: RecordWebConversionsInput!) { recordWebConversions(input: $input) { outcome errors { code message argument } } }`,
  variables: {
    input: {
      pixelId: 'oik3s',
      conversions: many(Number(count), () => ({
        conversionTime: '2026-06-01T09:00:00Z',
        eventId: 'eik3s0',
        identifiers: [{ twclid: 'x' }],
      })),
    },
  },
});
const abTest = (entityType: string) =>
  write('createAbTest', (sizes) => ({
    entityType,
    startTime: inMonths(1, 0),
    endTime: inMonths(2, 0),
    userGroups: (sizes as readonly string[]).map((size, index) => ({
      size,
      entityIds: [`e${index}`],
    })),
  }));
/** This many sizes that add up to 100.00. */
const shares = (count: number): readonly string[] => {
  const each = Math.floor(10_000 / count);
  return many(count, (index) =>
    ((index === 0 ? 10_000 - each * (count - 1) : each) / 100).toFixed(2),
  );
};
const aYearAnd = (minutes: number): string => {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return new Date(date.getTime() + minutes * 60_000).toISOString();
};
const ids = (count: number) => many(count, (index) => `c${index}`);
const posts = (count: number) =>
  many(count, (index) => String(1_700_000_000_000_000_000n + BigInt(index)));

const both = (
  attempt: (value: unknown) => Attempt,
  within: unknown,
  beyond: unknown,
): readonly [within: Attempt, beyond: Attempt] => [attempt(within), attempt(beyond)];

/** A document just within each limit that is checked here, and one just beyond. */
const cases: Readonly<Record<string, readonly [within: Attempt, beyond: Attempt]>> = {
  'list-ids': both(list('campaigns', '[ID!]', 'campaignIds'), ids(200), ids(201)),
  'page-size': both(list('campaigns', 'Int', 'first'), 1000, 1001),
  'card-page-size': both(list('cards', 'Int', 'first'), 200, 201),
  'draft-page-size': both(list('draftTweets', 'Int', 'first'), 200, 201),
  'scheduled-page-size': both(list('scheduledTweets', 'Int', 'first'), 200, 201),
  'card-name': both(card, wide(80), wide(81)),
  'card-query': both(list('cards', 'String', 'q'), wide(80), wide(81)),
  'swipeable-media-least': both(swipeable, 2, 1),
  'swipeable-media-most': both(swipeable, 6, 7),
  'post-images': both(
    draft('mediaKeys'),
    many(4, () => mediaKey),
    many(5, () => mediaKey),
  ),
  'post-name': both(draft('name'), wide(80), wide(81)),
  'scheduling-horizon': both(
    write('createScheduledTweet', (scheduledAt) => ({
      asUserId: '1480000000000000101',
      text: 'Later',
      scheduledAt,
    })),
    aYearAnd(-2),
    aYearAnd(2),
  ),
  'poll-duration-least': both(
    poll((durationInMinutes) => ({ durationInMinutes })),
    5,
    4,
  ),
  'poll-duration-most': both(
    poll((durationInMinutes) => ({ durationInMinutes })),
    10_080,
    10_081,
  ),
  'poll-choice': both(
    poll((secondChoice) => ({ secondChoice })),
    wide(25),
    wide(26),
  ),
  'conversation-hashtag': both(conversation('firstCta'), `#${wide(20)}`, `#${wide(21)}`),
  'conversation-thank-you': both(conversation('thankYouText'), wide(23), wide(24)),
  'conversation-title': both(conversation('title'), wide(23), wide(24)),
  'media-name': both(library('name'), wide(100), wide(101)),
  'media-file-name': both(library('fileName'), wide(255), wide(256)),
  'media-title': both(library('title'), wide(70), wide(71)),
  'media-description': both(library('description'), wide(200), wide(201)),
  previews: both(
    list('tweetPreviews tweetType:PUBLISHED', '[ID!]!', 'tweetIds', '{ tweetId }'),
    posts(200),
    posts(201),
  ),
  'campaign-name': both(campaign('name'), wide(255), wide(256)),
  'line-item-name': both(
    write('updateLineItem', (name) => ({ lineItemId: 'lik3s000', name })),
    wide(255),
    wide(256),
  ),
  'purchase-order-number': both(campaign('purchaseOrderNumber'), wide(50), wide(51)),
  'name-query': both(list('campaigns', 'String', 'q'), wide(255), wide(256)),
  'batch-campaigns': both(
    write('batchCampaigns', (count) => ({
      operations: many(Number(count), (index) => ({ delete: { campaignId: `c${index}` } })),
    })),
    40,
    41,
  ),
  'batch-line-items': both(
    write('batchLineItems', (count) => ({
      operations: many(Number(count), (index) => ({ delete: { lineItemId: `l${index}` } })),
    })),
    40,
    41,
  ),
  'batch-targeting-criteria': both(
    write('batchTargetingCriteria', (count) => ({
      operations: many(Number(count), (index) => ({
        delete: { targetingCriterionId: `t${index}` },
      })),
    })),
    500,
    501,
  ),
  'batch-custom-audiences': both(
    write('batchCustomAudiences', (count) => ({
      operations: many(Number(count), (index) => ({ delete: { customAudienceId: `a${index}` } })),
    })),
    10,
    11,
  ),
  'audience-users': both(
    users,
    many(2500, () => ({ update: { users: [user] } })),
    many(2501, () => ({ update: { users: [user] } })),
  ),
  'audience-users-bytes': [usersOf(5_000_000), usersOf(5_000_001)],
  'do-not-reach-users': both(
    listUsers,
    many(2500, () => ({ update: { users: [{ email: [digest] }] } })),
    many(2501, () => ({ update: { users: [{ email: [digest] }] } })),
  ),
  'do-not-reach-users-bytes': [listUsersOf(5_000_000, 0), listUsersOf(5_000_000, 1)],
  'do-not-reach-expiry': both(
    (expiresAt) => listUsers([{ update: { users: [{ email: [digest] }], expiresAt } }]),
    inMonths(13, -5),
    inMonths(13, 5),
  ),
  'web-conversions': both(conversions, 500, 501),
  'ab-test-groups-least': both(abTest('CAMPAIGN'), ['50', '50'], ['99']),
  'ab-test-groups-most': both(abTest('CAMPAIGN'), shares(30), shares(31)),
  'ab-test-line-items': both(
    abTest('LINE_ITEM'),
    many(5, () => '20.00'),
    [...many(4, () => '16.67'), '16.66', '16.66'],
  ),
  'flexible-audience-leaves': both(
    write(
      'batchCustomAudiences',
      (leaves) => ({ operations: [audience(Number(leaves))] }),
      'outcome results { errors { code message argument } }',
    ),
    10,
    11,
  ),
  'put-products': both(
    inCatalog('putProducts', (count) => ({ products: many(Number(count), product) })),
    25,
    26,
  ),
  'product-title': both(put('title'), wide(150), wide(151)),
  'product-description': both(put('description'), wide(5000), wide(5001)),
  'product-set-products': both(
    inCatalog('createProductSet', (productKeys) => ({ name: 'Set', type: 'MANUAL', productKeys })),
    posts(50),
    posts(51),
  ),
  'product-set-filters': both(
    inCatalog('createProductSet', (count) => ({
      name: 'Set',
      type: 'FILTERED',
      filters: many(Number(count), () => ({
        attribute: 'PRICE',
        operator: 'LESS_THAN',
        value: '5.00 EUR',
      })),
    })),
    30,
    31,
  ),
  'promoted-posts': both(
    write('createPromotedTweets', (tweetIds) => ({ lineItemId: 'lik3s003', tweetIds })),
    posts(50),
    posts(51),
  ),
  'insights-window': both(
    (endTime) => insights({ endTime }),
    '2025-05-08T00:00:00Z',
    '2025-05-08T00:00:01Z',
  ),
  'insights-keywords': both(
    (count) =>
      insights({
        keywords: many(5, (index) => `yes${index}`),
        negativeKeywords: many(Number(count) - 5, (index) => `no${index}`),
      }),
    10,
    11,
  ),
  'activity-window': both(activity, '2025-04-01T00:00:00Z', '2025-04-01T01:00:00Z'),
  'job-entities': both((count) => job({ entityIds: many(Number(count), campaignId) }), 20, 21),
  'job-window': both(
    (last) => job({ range: { days: { first: '2025-01-01', last } } }),
    '2025-03-31',
    '2025-04-01',
  ),
  'job-window-segments': both(
    (last) =>
      job({ range: { days: { first: '2025-01-01', last } }, segmentation: { type: 'AGE' } }),
    '2025-02-14',
    '2025-02-15',
  ),
  'country-codes': both(
    list('curatedCategories', '[String!]!', 'countryCodes'),
    codes.slice(0, 200),
    codes.slice(0, 201),
  ),
};

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

test('adsLimits lists the documented limits, at no cost', async () => {
  const { data, calls } = await running.ask(`{ adsLimits { id subject limit unit source } }`);
  const listed = data.adsLimits.map(({ id, limit }: { id: string; limit: number }) => [id, limit]);
  expect(Object.fromEntries(listed)).toEqual(documented);
  expect(listed).toHaveLength(Object.keys(documented).length);
  const subjectOf = (wanted: string) =>
    data.adsLimits.find(({ id }: { id: string }) => id === wanted).subject;
  // The matching of names of campaigns and line items is not documented.
  expect(subjectOf('name-query')).not.toMatch(/prefix|begin/i);
  expect(subjectOf('card-query')).toMatch(/Beginning/);
  for (const { subject, unit, source } of data.adsLimits) {
    expect([subject, unit, source]).not.toContain('');
  }
  expect(calls).toEqual([]);
});

test('every limit that can be checked without calling the API has a case', () => {
  const checked = limits.filter((limit) => limit.checked).map(({ id }) => id);
  expect(Object.keys(cases).toSorted()).toEqual(checked.toSorted());
});

describe('a limit that is checked before any call', () => {
  test.each(Object.entries(cases))('%s', async (_id, [within, beyond]) => {
    const sent = await running.ask(within.document, within.variables);
    expect(sent.errors?.map(({ extensions }) => extensions.code) ?? []).not.toContain(
      'BAD_USER_INPUT',
    );
    expect(sent.status).toBe(200);
    expect(sent.calls.length).toBeGreaterThan(0);
    // A 413 of the emulator would mean that the true limit is one less.
    expect(sent.calls[0]?.status).not.toBe(413);

    const refused = await running.ask(beyond.document, beyond.variables);
    expect(errorsIn(refused)[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(errorsIn(refused)[0]?.extensions.argument).toEqual(expect.any(String));
    expect(refused.calls).toEqual([]);
  });
});
