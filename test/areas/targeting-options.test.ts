import { beforeEach, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import type { Answer } from '../support/gateway.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { bearer, signIn } from '../support/visitor.ts';

const running = useGateway();
const fresh = { headers: { 'cache-control': 'no-cache' } };
beforeEach(() => running.emulator.reset({ data: true }));

/** The calls of an answer, without version: `locations?count=1000`. */
const asked = ({ calls }: Pick<Answer, 'calls'>): readonly string[] =>
  calls
    .filter(({ path }) => path.startsWith('/12/targeting_criteria/'))
    .map(({ path, query }) => `${path.split('/').at(-1)}?${new URLSearchParams(query)}`)
    .toSorted();

const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

describe('a list of targeting values', () => {
  test.each([
    ['targetingAppStoreCategories { name }', 'app_store_categories?'],
    ['targetingConversations { nodes { name } }', 'conversations?count=1000'],
    ['targetingDevices { name }', 'devices?count=1000'],
    [
      'targetingEvents(eventTypes: [SPORTS], countryCodes: ["JP", "US"], startTime: "2030-01-01T00:00:00Z", endTime: "2030-02-01T01:00:00+01:00") { nodes { name } }',
      'events?event_types=SPORTS&country_codes=JP%2CUS&start_time=2030-01-01T00%3A00%3A00Z&end_time=2030-02-01T00%3A00%3A00Z&count=1000',
    ],
    ['targetingInterests(q: "books") { nodes { name } }', 'interests?q=books&count=1000'],
    ['targetingLanguages { nodes { name } }', 'languages?count=1000'],
    [
      'targetingLocations(locationType: CITIES, countryCode: "DE", q: "ham") { nodes { name } }',
      'locations?location_type=CITIES&country_code=DE&q=ham&count=1000',
    ],
    ['targetingNetworkOperators { nodes { name } }', 'network_operators?count=1000'],
    ['targetingPlatformVersions { name }', 'platform_versions?'],
    ['targetingPlatforms(lang: "fr") { name }', 'platforms?count=1000&lang=fr'],
    ['targetingTvMarkets { name }', 'tv_markets?'],
    [
      'targetingTvShows(locale: "en-US", q: "quiz") { nodes { name } }',
      'tv_shows?locale=en-US&q=quiz&count=50',
    ],
  ])('%s is one call', async (field, call) => {
    const answer = await running.ask(`{ ${field} }`, {}, fresh);
    expect(answer.errors).toBeUndefined();
    const [params] = asked(answer);
    const sorted = (text: string) => text.split(/[?&]/).toSorted();
    expect(asked(answer)).toHaveLength(1);
    expect(sorted(params ?? '')).toEqual(sorted(call));
  });

  test('is requested once, however many callers there are and however many rows they want', async () => {
    const own = await startGateway();
    const all = (first: number) => `{
      targetingLocations(first: ${first}) { nodes { name } }
      targetingInterests(first: ${first}) { nodes { name } }
      targetingDevices(q: "pixel") { name }
      targetingTvMarkets { locale }
    }`;
    const [one, other] = [await signIn(own), await signIn(own, own.emulator.users[1]?.userId)];
    expect(asked(await own.ask(all(10), {}, bearer(one)))).toHaveLength(4);
    const second = await own.ask(all(900).replace('pixel', 'galaxy'), {}, bearer(other));
    expect(asked(second)).toEqual([]);
    expect(second.data.targetingLocations.nodes).toHaveLength(900);
    expect(names(second.data.targetingDevices)).toContain('Galaxy S8');
    await own.close();
  });

  test('that is searched here finds every word, in any order and case', async () => {
    const { data } = await running.ask(`{
      pro: targetingDevices(q: "PRO iphone 13") { name manufacturer osType targetingValue }
      first: targetingDevices(q: "iphone 3gs") { targetingValue }
      music: targetingAppStoreCategories(q: "music", osType: IOS) { name osType }
      none: targetingPlatforms(q: "desktop android") { name }
      jelly: targetingPlatformVersions(q: "jelly") { number osType targetingValue }
    }`);
    expect(names(data.pro)).toEqual(['iPhone 13 Pro', 'iPhone 13 Pro Max']);
    expect(data.pro[0]).toMatchObject({ manufacturer: 'Apple', osType: 'iOS' });
    expect(data.first).toEqual([{ targetingValue: '1q' }]);
    expect(data.music).toEqual([
      { name: 'Games: Music', osType: 'IOS' },
      { name: 'Music', osType: 'IOS' },
    ]);
    expect(data.none).toEqual([]);
    expect(data.jelly[0]).toEqual({ number: '4.1', osType: 'Android', targetingValue: '18' });
  });

  test.each([
    ['targetingLocations(first: 700', 'TargetingLocation', 1000],
    ['targetingTvShows(locale: "de-DE", first: 20', 'TargetingTvShow', 50],
    ['targetingConversations(first: 100', 'TargetingConversation', 1000],
  ])('%s…) is walked to its end', async (field, entity, most) => {
    const isWanted = (row: Readonly<Record<string, unknown>>) =>
      entity !== 'TargetingTvShow' || JSON.stringify(row['locales']).includes('DE');
    const { length } = running.emulator.store.rows(entity, null).filter(isWanted);
    const found: string[] = [];
    let after: string | null = null;
    do {
      const { data, errors } = await running.ask(
        `query ($after: String) { page: ${field}, after: $after) { nodes { targetingValue } pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      expect(errors).toBeUndefined();
      for (const { targetingValue } of data.page.nodes) found.push(targetingValue);
      after = data.page.pageInfo.hasNextPage ? data.page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(found).toHaveLength(length);
    expect(new Set(found).size).toBe(length);
    const calls = running.emulator.calls();
    expect(calls.length).toBeLessThanOrEqual(Math.ceil(length / most));
  });

  test('accepts a locale, and at most 50 shows', async () => {
    for (const given of ['locale: "english"', 'locale: "en-US", first: 51']) {
      const { errors, calls } = await running.ask(
        `{ targetingTvShows(${given}) { nodes { name } } }`,
      );
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(calls).toEqual([]);
    }
    const unknown = await running.ask('{ targetingTvShows(locale: "en-AU") { nodes { name } } }');
    expect(unknown.errors?.[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_REJECTED',
      argument: 'locale',
    });
  });

  test('shows the integer of a television show as its digits', async () => {
    const { data } = await running.ask(
      '{ targetingTvShows(locale: "en-US", q: "lighthouse") { nodes { targetingValue locales { language country } } } }',
    );
    expect(data.targetingTvShows.nodes).toEqual([
      { targetingValue: '10000283242', locales: [{ language: 'en', country: 'US' }] },
    ]);
  });
});

describe('suggestions', () => {
  const suggest = (args: string) =>
    running.ask(
      `{ account(id: "${bikes}") { targetingSuggestions(${args}) { suggestionType suggestionValue } } }`,
    );

  test('are of the requested kind, and as many as requested', async () => {
    const words = await suggest(
      'suggestionType: KEYWORD, targetingValues: ["gravel bike", "helmet"], count: 50',
    );
    const { targetingSuggestions: found } = words.data.account;
    expect(found).toHaveLength(50);
    expect(new Set(found.map((one: { suggestionType: string }) => one.suggestionType))).toEqual(
      new Set(['KEYWORD']),
    );
    expect(words.calls.at(-1)?.query).toEqual({
      suggestion_type: 'KEYWORD',
      targeting_values: 'gravel bike,helmet',
      count: '50',
    });
    const users = await suggest('suggestionType: USER_ID, targetingValues: ["783214"]');
    expect(users.data.account.targetingSuggestions).toHaveLength(30);
    expect(users.data.account.targetingSuggestions[0].suggestionValue).toMatch(/^\d+$/);
  });

  test.each([
    ['suggestionType: KEYWORD, targetingValues: []', 'BAD_USER_INPUT', 0],
    ['suggestionType: KEYWORD, targetingValues: ["a,b"]', 'BAD_USER_INPUT', 0],
    ['suggestionType: KEYWORD, targetingValues: ["a"], count: 51', 'BAD_USER_INPUT', 0],
    ['suggestionType: USER_ID, targetingValues: ["gravel bike"]', 'UPSTREAM_REJECTED', 1],
  ])('%s is refused with %s', async (args, code, calls) => {
    const answer = await suggest(args);
    expect(answer.errors?.[0]?.extensions.code).toBe(code);
    const sent = answer.calls.filter(({ path }) => path.endsWith('targeting_suggestions'));
    expect(sent).toHaveLength(calls);
  });

  test('name their argument if there are too many', async () => {
    const answer = await suggest('suggestionType: KEYWORD, targetingValues: ["a"], count: 51');
    expect(answer.errors?.[0]?.message).toBe('Count must be from 1 to 50.');
    expect(answer.errors?.[0]?.extensions['argument']).toBe('count');
  });
});

describe('the option of a criterion', () => {
  const lineItem = 'lik3s001';
  let made = 0;
  /** A criterion in the form of the API; with a name if the API shows one. */
  const insert = (targeting_type: string, targeting_value: string, more: object = {}) => {
    made += 1;
    const at = new Date(Date.UTC(2025, 0, 1, 0, 0, made)).toISOString().replace('.000', '');
    const row = { line_item_id: lineItem, operator_type: 'EQ', deleted: false };
    const dates = { created_at: at, updated_at: at };
    const value = { targeting_type, targeting_value, ...more };
    running.emulator.store.insert('TargetingCriterion', bikes, {
      id: `opt${made}`,
      ...row,
      ...dates,
      ...value,
    });
  };
  const city = (targeting_value: string, name: string) =>
    insert('LOCATION', targeting_value, { name, location_type: 'CITY' });
  const options = async () => {
    const answer = await running.ask(
      `{ account(id: "${bikes}") { targetingCriteria(lineItemIds: ["${lineItem}"]) { nodes {
        targetingType option { __typename name targetingValue ... on TargetingLocation { countryCode } }
      } } } }`,
      {},
      fresh,
    );
    const { nodes } = answer.data?.account?.targetingCriteria ?? {};
    return {
      ...answer,
      options: nodes?.map(({ option }: { option: { name: string } | null }) => option),
    };
  };
  beforeEach(() => running.emulator.store.clear('TargetingCriterion', bikes));

  test('is read in one call for each list, however many criteria there are', async () => {
    for (const value of ['1001', '1002', '22010', '99999']) insert('INTEREST', value);
    for (const value of ['en', 'de', 'ja']) insert('LANGUAGE', value);
    for (const value of ['0', '4']) insert('PLATFORM', value);
    insert('PLATFORM_VERSION', '18');
    insert('DEVICE', '1q');
    insert('NETWORK_OPERATOR', '15');
    insert('CONVERSATION', 'a1');
    insert('APP_STORE_CATEGORY', 'qotx');
    insert('APP_STORE_CATEGORY_LOOKALIKE', 'qotx');
    const answer = await options();
    expect(answer.errors).toBeUndefined();
    expect(asked(answer)).toEqual([
      'app_store_categories?',
      'conversations?count=1000',
      'devices?count=1000',
      'interests?count=1000',
      'languages?count=1000',
      'network_operators?count=1000',
      'platform_versions?',
      'platforms?count=1000',
    ]);
    expect(answer.options.map((one: { name: string } | null) => one?.name ?? null)).toEqual([
      'Books and literature/Biographies and memoirs',
      'Books and literature/Classics',
      'Sports/Cycling',
      null,
      'English',
      'German',
      'Japanese',
      'iOS',
      'Desktop and laptop computers',
      'Jelly Bean',
      'iPhone 3GS',
      'Aeris',
      'NFL',
      'Books',
      'Books',
    ]);
  });

  test('of a place is in the list of its kind, or found by its name', async () => {
    const place = (value: string, location_type: string) =>
      insert('LOCATION', value, { location_type });
    place('96683cc9126741d1', 'COUNTRIES');
    place('3078869807f9dd36', 'COUNTRIES');
    place('fbd6d2f5a4e4a15e', 'REGIONS');
    city('3b77caf94bfc81fe', 'Los Angeles, Los Angeles CA, CA, USA');
    city('457b4814b4240d87', 'London, United Kingdom');
    city('0123456789abcdef', 'London, Canada');
    place('300bcc6e23a88361', 'CITY');
    const answer = await options();
    expect(asked(answer)).toHaveLength(4);
    expect(new Set(asked(answer).map((call) => call.split(/[?&]/).toSorted().join(' ')))).toEqual(
      new Set([
        'count=1000 location_type=CITIES locations q=London',
        'count=1000 location_type=CITIES locations q=Los+Angeles',
        'count=1000 location_type=COUNTRIES locations',
        'count=1000 location_type=REGIONS locations',
      ]),
    );
    const found = (name: string, targetingValue: string, countryCode: string) => ({
      __typename: 'TargetingLocation',
      name,
      targetingValue,
      countryCode,
    });
    expect(answer.options).toEqual([
      found('United States', '96683cc9126741d1', 'US'),
      found('Germany', '3078869807f9dd36', 'DE'),
      found('California, USA', 'fbd6d2f5a4e4a15e', 'US'),
      found('Los Angeles, Los Angeles CA, CA, USA', '3b77caf94bfc81fe', 'US'),
      found('London, United Kingdom', '457b4814b4240d87', 'GB'),
      null,
      null,
    ]);
  });

  test('of a past event is in the list of earlier ones', async () => {
    const { store } = running.emulator;
    const times = { start_time: '2017-12-31T00:00:00Z', end_time: '2018-01-02T00:00:00Z' };
    const past = { ...store.rows('TargetingEvent', null)[0], ...times, targeting_value: '1past' };
    store.insert('TargetingEvent', null, { ...past, name: "New Year's of 2018" });
    insert('EVENT', '1past');
    const answer = await options();
    expect(answer.errors).toBeUndefined();
    expect(answer.options[0]).toMatchObject({ name: "New Year's of 2018" });
    expect(asked(answer)).toHaveLength(2);
    expect(answer.calls.at(-1)?.query['start_time']).toBe('2006-03-21T00:00:00Z');
    running.emulator.fault({
      match: { endpoint: 'listTargetingEvents', path: 'start_time=2006' },
      fault: { kind: 'answer', status: 400, json: { errors: [{ code: 'A', message: 'no' }] } },
    });
    const refused = await options();
    expect([refused.options, refused.errors]).toEqual([[null], undefined]);
  });

  test('of an event is a future one', async () => {
    const { data } = await running.ask(
      '{ targetingEvents(eventTypes: [HOLIDAY], first: 1) { nodes { name targetingValue } } }',
    );
    const [event] = data.targetingEvents.nodes;
    insert('EVENT', event.targetingValue);
    const answer = await options();
    expect(asked(answer)).toHaveLength(1);
    expect(answer.calls.at(-1)?.query).toEqual({
      event_types: 'CONFERENCE,HOLIDAY,MUSIC_AND_ENTERTAINMENT,OTHER,POLITICS,RECURRING,SPORTS',
      count: '1000',
    });
    expect(answer.options).toEqual([{ __typename: 'TargetingEvent', ...event }]);
  });

  test('of a type without a list costs nothing', async () => {
    for (const type of ['BROAD_KEYWORD', 'AGE', 'GENDER', 'TV_SHOW', 'FOLLOWERS_OF_USER']) {
      insert(type, '1');
    }
    const answer = await options();
    expect(answer.options).toEqual([null, null, null, null, null]);
    expect(asked(answer)).toEqual([]);
  });

  test('is an error if its list cannot be read, and does not affect the others', async () => {
    insert('INTEREST', '1001');
    insert('LANGUAGE', 'en');
    running.emulator.fault({
      match: { endpoint: 'listTargetingInterests' },
      fault: { kind: 'answer', status: 403 },
    });
    const { errors, options: found } = await options();
    expect(found).toEqual([
      null,
      { __typename: 'TargetingLanguage', name: 'English', targetingValue: 'en' },
    ]);
    expect(errors?.map(({ extensions: { code }, path }) => [code, path?.at(-2)])).toEqual([
      ['FORBIDDEN', 0],
    ]);
  });

  test('is planned with a call for each list and each place', async () => {
    const { extensions } = await running.ask(
      `{ account(id: "${bikes}") { targetingCriteria(lineItemIds: ["${lineItem}"], first: 20) { nodes { option { name } } } } }`,
      {},
      { headers: { 'x-ads-plan': '1' } },
    );
    const plan = extensions?.['plan'] as {
      endpoints: readonly { endpoint: string; most: number; scopes: readonly string[] }[];
    };
    const { endpoints } = plan;
    const most = Object.fromEntries(
      endpoints.map(({ endpoint, most: calls }) => [endpoint, calls]),
    );
    expect(most).toMatchObject({ listTargetingInterests: 1, listTargetingLocations: 23 });
    expect(endpoints.find(({ endpoint }) => endpoint === 'listTargetingLocations')?.scopes).toEqual(
      ['user:targeting'],
    );
  });
});

describe('rate windows', () => {
  const own = useGateway({ emulator: { rateWindows: true } });

  test('of the lists are one, and those of television are separate', async () => {
    const { extensions } = await own.ask(
      `{ targetingLanguages { nodes { name } } targetingDevices { name } targetingTvMarkets { name }
         targetingTvShows(locale: "en-GB") { nodes { name } } }`,
      {},
      { headers: { 'x-ads-trace': '1' } },
    );
    const budget = extensions?.['adsBudget'] as readonly object[];
    expect(budget).toHaveLength(3);
    expect(budget).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ scope: 'user:targeting', limit: 400, remaining: 398 }),
        expect.objectContaining({
          scope: 'user:listTargetingTvMarkets',
          limit: 2000,
          remaining: 1999,
        }),
        expect.objectContaining({
          scope: 'user:listTargetingTvShows',
          limit: 2000,
          remaining: 1999,
        }),
      ]),
    );
  });
});
