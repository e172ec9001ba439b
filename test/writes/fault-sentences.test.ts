import { expect, test } from 'vitest';
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import { problemsIn } from '../../src/upstream/catalogue/language/check.ts';
import type {
  Format,
  IdFormat,
  TextFormat,
} from '../../src/upstream/catalogue/language/formats.ts';
import { formats, idFormats } from '../../src/upstream/catalogue/language/formats.ts';
import { pathNames } from '../../src/upstream/catalogue/language/identifiers.ts';
import { labelWithin } from '../../src/upstream/catalogue/language/labels.ts';
import { isRequired, pathId, text } from '../../src/upstream/catalogue/language/params.ts';
import type { InputProblem } from '../../src/upstream/catalogue/language/problem.ts';
import { reasonOf, sentenceOf } from '../../src/upstream/catalogue/language/problem.ts';
import { broken } from '../../src/upstream/catalogue/language/rule-kinds.ts';
import { reasons, sentences } from '../../src/upstream/catalogue/language/sentences.ts';
import { isIdOf, validateValue } from '../../src/upstream/catalogue/language/validate-value.ts';
import { breakingInputs, fieldsWithin, oddValues } from '../support/breaking-values.ts';
import { useGateway } from '../support/gateway.ts';

/** Sentences about faults that no parameter and no rule of the catalogue can have. */
const saidElsewhere = [
  'beforeFirst',
  'bothAmounts',
  'garbled',
  'hashed',
  'notAmount',
  'notDay',
  'notDays',
  'notFoundAlone',
  'otherAccount',
  'placeholder',
  'reserved',
  'strange',
  'tooLongRange',
  'tooManyAlike',
  'tooManyBytes',
  'tooShort',
  'wrongId',
];

const sets = endpoints.flatMap((endpoint) => {
  const path = pathNames(endpoint.path).map((name) => [name, pathId(endpoint, name)] as const);
  const own = [
    { fields: Object.fromEntries(path), rules: [] },
    ...fieldsWithin(endpoint.params, endpoint.rules),
    ...Object.values(endpoint.operations ?? {}).flatMap(({ params, rules }) =>
      fieldsWithin(params, rules),
    ),
  ];
  return own.map((set) => ({ ...set, endpoint: endpoint.name }));
});

/** The faults of a sentence that a person reads. */
const oddities = (found: InputProblem, names: ReadonlySet<string>): readonly string[] => {
  const sentence = sentenceOf(found);
  const name = String(found.path.findLast((step) => typeof step === 'string'));
  // The label has a word of the name, unless the table of labels has another one.
  const [word = ''] = name.split('_').filter((part) => !['q', 'lang', 'twclid'].includes(part));
  const expected = {
    ab: 'a/b',
    as: 'user',
    twitter: 'x',
    x: 'access',
    sort: 'order',
    trim: 'short',
  }[word];
  return [
    Object.hasOwn(reasons, reasonOf(found)) ? '' : 'no reason',
    /^([A-Z]|iOS)[^{}]*[^.]\.$/.test(sentence) ? '' : 'no sentence',
    /[a-z0-9]_[a-z]/.test(sentence) ? 'a name of the API' : '',
    / {2}|undefined|null|NaN|\[object/.test(sentence) ? 'a hole' : '',
    [...names].some((one) => sentence.includes(one)) ? 'the name of an endpoint' : '',
    sentence.toLowerCase().startsWith((expected ?? word).slice(0, 3)) ? '' : 'another label',
  ]
    .filter((oddity) => oddity !== '')
    .map((oddity) => `${oddity}: ${name}: ${sentence}`);
};

test('every fault that a parameter or a rule can have is a sentence about its field, with a reason', () => {
  const names = new Set(endpoints.map(({ name }) => name));
  const said = new Set<string>(saidElsewhere);
  const found = new Set<string>();
  const silent: string[] = [];
  const seen = new Set<string>();
  const look = (problem: InputProblem): void => {
    said.add(problem.says);
    // All items of a list are described in the same words.
    const words = problem.path.filter((step) => typeof step === 'string');
    const key = JSON.stringify({ ...problem, path: words });
    if (seen.has(key)) return;
    seen.add(key);
    for (const oddity of oddities(problem, names)) found.add(oddity);
  };
  for (const { fields, rules, endpoint } of sets) {
    for (const [name, param] of Object.entries(fields)) {
      const problems = oddValues(param).flatMap((value) =>
        problemsIn({ [name]: param }, [], { [name]: value }, { path: [], now: Date.now() }),
      );
      const isOpen = param.kind === 'json' && !isRequired(param);
      if (problems.length === 0 && !isOpen) silent.push(`${endpoint} ${name}`);
      problems.forEach(look);
    }
    for (const rule of rules) {
      const problems = breakingInputs(rule).flatMap((values) =>
        broken(rule, values, [], Date.now()),
      );
      if (problems.length === 0) silent.push(`${endpoint} ${rule.rule}`);
      problems.forEach(look);
    }
  }
  expect([...found]).toEqual([]);
  expect(silent).toEqual([]);
  expect([...said].sort()).toEqual(Object.keys(sentences).sort());
});

test('a label in a sentence begins with a small letter, unless its first word is an abbreviation', () => {
  expect(['twitter_id', 'name', 'landing_url', 'url', 'count'].map(labelWithin)).toEqual([
    'X user ID',
    'name',
    'landing URL',
    'URL',
    'count',
  ]);
});

test('every example is valid in its sentence', () => {
  for (const [format, { example }] of Object.entries<Format>(formats)) {
    const param = text('', { format: format as TextFormat });
    const why = example === undefined ? null : validateValue('name', param, example);
    expect([format, why]).toEqual([format, null]);
  }
  for (const [form, { example }] of Object.entries(idFormats)) {
    expect([form, isIdOf(form as IdFormat, String(example))]).toEqual([form, true]);
  }
});

const running = useGateway();
const a = '18ce54bik3s';
const far = '2999-06-01T09:00:00Z';

/** A sentence as a person who knows the form would write it, with its reason and its data. */
type Witness = readonly [
  mutation: string,
  input: object,
  argument: string,
  reason: string,
  message: string,
  facts?: Partial<Record<'min' | 'max' | 'allowed' | 'example', unknown>>,
];

const witnesses: readonly Witness[] = [
  [
    'createLineItem',
    { dailyBudget: '12,5' },
    'dailyBudget',
    'MALFORMED',
    'Daily budget must be an amount such as 12.50, with at most 6 decimals.',
    { example: '12.50' },
  ],
  [
    'createLineItem',
    { durationInDays: 5 },
    'durationInDays',
    'NOT_ALLOWED',
    'Duration in days must be 1, 7 or 30.',
    { allowed: ['1', '7', '30'] },
  ],
  ['createCampaign', { name: '' }, 'name', 'BLANK', 'Name must not be empty.'],
  ['createCampaign', {}, 'name', 'REQUIRED', 'Name must be given.'],
  ['createCampaign', { name: null }, 'name', 'REQUIRED', 'Name must be given.'],
  ['createCampaign', { name: 7 }, 'name', 'MALFORMED', 'Name must be text.'],
  [
    'createCampaign',
    { name: 'n'.repeat(256) },
    'name',
    'TOO_LONG',
    'Name must have at most 255 characters.',
    { max: '255' },
  ],
  [
    'createCampaign',
    { purchaseOrderNumber: 'n'.repeat(51) },
    'purchaseOrderNumber',
    'TOO_LONG',
    'Purchase order number must have at most 50 characters.',
    { max: '50' },
  ],
  [
    'createCampaign',
    { dailyBudgetAmountLocalMicro: '-1' },
    'dailyBudgetAmountLocalMicro',
    'OUT_OF_RANGE',
    'Daily budget must not be negative.',
    { min: '0' },
  ],
  [
    'createCampaign',
    { dailyBudgetAmountLocalMicro: '12,5' },
    'dailyBudgetAmountLocalMicro',
    'MALFORMED',
    'Daily budget must be a whole number.',
    { example: '12' },
  ],
  [
    'createCampaign',
    { dailyBudgetAmountLocalMicro: '9000000', totalBudgetAmountLocalMicro: '8500000' },
    'dailyBudgetAmountLocalMicro',
    'NOT_IN_ORDER',
    'Daily budget must not be more than total budget.',
    { max: '8500000' },
  ],
  [
    'createCampaign',
    { entityStatus: 'ON' },
    'entityStatus',
    'NOT_ALLOWED',
    'Entity status must be ACTIVE, DRAFT or PAUSED.',
    { allowed: ['ACTIVE', 'DRAFT', 'PAUSED'] },
  ],
  [
    'createCampaign',
    { standardDelivery: 'yes' },
    'standardDelivery',
    'MALFORMED',
    'Standard delivery must be true or false.',
    { example: 'true' },
  ],
  [
    'createCampaign',
    { fundingInstrumentId: 'a b' },
    'fundingInstrumentId',
    'MALFORMED',
    'Funding instrument must be an id such as 18ce54d4x5t.',
    { example: '18ce54d4x5t' },
  ],
  [
    'createCampaign',
    { fundingInstrumentId: `LineItem:${a}:x1` },
    'fundingInstrumentId',
    'WRONG_ID',
    'Funding instrument must be the id of a funding instrument.',
  ],
  [
    'createCampaign',
    { fundingInstrumentId: 'FundingInstrument:other:x1' },
    'fundingInstrumentId',
    'WRONG_ID',
    'Funding instrument must belong to the same account.',
  ],
  [
    'createCampaign',
    { idempotencyKey: 'ü' },
    'idempotencyKey',
    'MALFORMED',
    'Idempotency key must be letters, digits and signs of ASCII.',
    { example: 'order 4711' },
  ],
  [
    'createCampaign',
    { idempotencyKey: 'mcp:plan:1' },
    'idempotencyKey',
    'NOT_ALLOWED',
    'Idempotency key must not begin with mcp:.',
  ],
  [
    'createLineItem',
    { startTime: 'tomorrow' },
    'startTime',
    'MALFORMED',
    'Start time must be a time with a time zone, such as 2026-06-01T09:00:00Z.',
    { example: '2026-06-01T09:00:00Z' },
  ],
  [
    'createLineItem',
    { startTime: far, endTime: far },
    'endTime',
    'NOT_IN_ORDER',
    'End time must be after start time.',
  ],
  [
    'createLineItem',
    { bidStrategy: 'MAX' },
    'bid',
    'REQUIRED',
    'Bid must be given with bid strategy MAX.',
  ],
  [
    'createLineItem',
    { objective: 'FOLLOWERS', goal: 'SITE_VISITS' },
    'goal',
    'NOT_ALLOWED',
    'Goal may only be SITE_VISITS with objective WEBSITE_CLICKS.',
  ],
  [
    'createLineItem',
    { frequencyCap: 3_000_000_000 },
    'frequencyCap',
    'OUT_OF_RANGE',
    'Frequency cap must be from 1 to 2147483647.',
    { min: '1', max: '2147483647' },
  ],
  [
    'createLineItem',
    { frequencyCap: '5' },
    'frequencyCap',
    'MALFORMED',
    'Frequency cap must be a whole number.',
    { example: '12' },
  ],
  [
    'createPromotedTweets',
    { tweetIds: [] },
    'tweetIds',
    'TOO_FEW',
    'Tweets must have at least 1 item.',
    { min: '1' },
  ],
  [
    'createPromotedTweets',
    { tweetIds: ['1', 'one'] },
    'tweetIds[1]',
    'MALFORMED',
    'Tweets: item 2 must be an id of digits, such as 1503831318555086849.',
    { example: '1503831318555086849' },
  ],
  [
    'createPromotedTweets',
    { tweetIds: Array.from({ length: 51 }, (_, index) => `${index}`) },
    'tweetIds',
    'TOO_MANY',
    'Tweets must have at most 50 items.',
    { max: '50' },
  ],
  [
    'createPollCard',
    { durationInMinutes: 4 },
    'durationInMinutes',
    'OUT_OF_RANGE',
    'Duration in minutes must be from 5 to 10080.',
    { min: '5', max: '10080' },
  ],
  [
    'createTrackingTag',
    { trackingTagUrl: 'example.com' },
    'trackingTagUrl',
    'MALFORMED',
    'Tracking tag URL must be an address that begins with https:// or http://.',
    { example: 'https://example.com' },
  ],
  [
    'createScheduledTweet',
    { scheduledAt: far },
    'scheduledAt',
    'OUT_OF_RANGE',
    'Scheduled time must be at most 1 year ahead.',
    { max: expect.stringMatching(/^20\d\d-.*Z$/) },
  ],
  [
    'createAbTest',
    { endTime: '2020-01-01T00:00:00Z' },
    'endTime',
    'OUT_OF_RANGE',
    'End time must be in the future.',
    { min: expect.stringMatching(/^20\d\d-.*Z$/) },
  ],
  ['createDraftTweet', {}, 'text', 'REQUIRED', 'Text or media keys must be given.'],
  [
    'createProductSet',
    { accountId: undefined, type: 'MANUAL' },
    'productKeys',
    'REQUIRED',
    'Product keys must be given with type MANUAL.',
  ],
  [
    'deleteProducts',
    { accountId: undefined, productKeys: ['1', '1'] },
    'productKeys[1]',
    'REPEATED',
    'Product keys: item 2 must not be given twice.',
  ],
  [
    'updateTaxSettings',
    { clientAddressCity: 'Berlin', businessRelationship: 'SELF' },
    'clientAddressCity',
    'NOT_ALLOWED',
    'Client address city may only be given with business relationship AGENCY.',
  ],
  [
    'stageMedia',
    { totalBytes: 6_000_000, mediaCategory: 'TWEET_IMAGE', mediaType: 'image/png' },
    'totalBytes',
    'OUT_OF_RANGE',
    'Total bytes must be at most 5242880 with media category TWEET_IMAGE.',
    { max: '5242880' },
  ],
  [
    'batchCampaigns',
    { operations: [] },
    'operations',
    'TOO_FEW',
    'Operations must have at least 1 item.',
    { min: '1' },
  ],
  [
    'createStatsJob',
    { range: { lastDays: 93 } },
    'range.lastDays',
    'OUT_OF_RANGE',
    'Last days must be from 1 to 92.',
    { min: '1', max: '92' },
  ],
];

test.for(witnesses)('%s %j: %s is %s: "%s"', async (witness) => {
  const [mutation, input, argument, reason, message, facts = {}] = witness;
  const none = { min: null, max: null, allowed: null, example: null };
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`;
  const told = 'errors { code argument reason message min max allowed example }';
  const ofItems = mutation === 'deleteProducts' ? `results { ${told} }` : '';
  const { data, errors, calls } = await running.ask(
    `mutation ($input: ${type}) { ${mutation}(input: $input) { outcome ${told} ${ofItems} } }`,
    { input: { accountId: a, ...input } },
  );
  const { outcome, results = [], ...payload } = data[mutation];
  expect([errors, calls, outcome]).toEqual([undefined, [], 'REJECTED']);
  const place = `input.${argument}`;
  const found = [payload, ...results].flatMap(({ errors: own }) => own);
  expect(found.filter((one) => one.argument === place)).toEqual([
    { code: 'BAD_USER_INPUT', argument: place, reason, message, ...none, ...facts },
  ]);
});

test.each<[string, string, string, string, object?]>([
  [
    '{ account(id: "x!") { id } }',
    'id',
    'MALFORMED',
    'ID must be an id such as 18ce54d4x5t.',
    { example: '18ce54d4x5t' },
  ],
  [
    `{ account(id: "${a}") { campaigns(first: 1001) { nodes { id } } } }`,
    'first',
    'OUT_OF_RANGE',
    'Page size must be from 0 to 1000.',
  ],
  [
    `{ account(id: "${a}") { campaigns(q: "${'q'.repeat(256)}") { nodes { id } } } }`,
    'q',
    'TOO_LONG',
    'Search text must have at most 255 characters.',
  ],
  [
    `{ account(id: "${a}") { stats(range: { days: { first: "2026-02-02", last: "2026-02-01" } }) { total { impressions } } } }`,
    'range.days.last',
    'NOT_IN_ORDER',
    'Last day must not be before first day.',
  ],
])(
  'a read that is refused has such a sentence too: %s',
  async (document, argument, reason, message, facts = {}) => {
    const { errors, calls } = await running.ask(document);
    expect(errors).toMatchObject([
      { message, extensions: { code: 'BAD_USER_INPUT', argument, reason, ...facts } },
    ]);
    expect(calls).toEqual([]);
  },
);

test('a variable of a read that GraphQL refuses has the valid values or an example beside it', async () => {
  const { errors, calls } = await running.ask(
    `query ($id: ID!, $range: StatsRange!, $placement: StatsPlacement!) {
      account(id: $id) { stats(range: $range, placement: $placement) { start } }
    }`,
    { id: a, range: { days: { first: 'May', last: '2026-05-31' } }, placement: 'EVERYWHERE' },
  );
  expect(calls).toEqual([]);
  expect(errors?.map(({ extensions }) => extensions)).toMatchObject([
    { argument: 'range.days.first', reason: 'MALFORMED', example: '2026-06-01' },
    {
      argument: 'placement',
      reason: 'NOT_ALLOWED',
      allowed: ['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND'],
    },
  ]);
});

test('adsLimits has the sentence of each limit that is checked', async () => {
  const { data } = await running.ask('{ adsLimits { id reason message } }');
  expect(data.adsLimits).toContainEqual({
    id: 'campaign-name',
    reason: 'TOO_LONG',
    message: 'Name must have at most 255 characters.',
  });
  expect(data.adsLimits).toContainEqual({
    id: 'batch-campaigns',
    reason: 'TOO_MANY',
    message: 'Operations must have at most 40 items.',
  });
  expect(data.adsLimits).toContainEqual({ id: 'active-campaigns', reason: null, message: null });
});
