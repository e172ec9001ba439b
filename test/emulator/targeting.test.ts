import { describe, expect, test } from 'vitest';
import { dataOf, errorsOf, useEmulator } from '../support/emulator.ts';
import type { Body, Query } from '../support/signed.ts';

const account = '18ce54bik3s';
const path = `/12/accounts/${account}/targeting_criteria`;
const batch = `/12/batch/accounts/${account}/targeting_criteria`;
const held = useEmulator();

const america = '96683cc9126741d1';
const seattle = '300bcc6e23a88361';
const germany = '3078869807f9dd36';
const bakeOff = '10000283242';

/** A line item that targets nothing. */
const lineItem = (id: string): string => {
  const [known] = held.emulator.store.rows('LineItem', account);
  held.emulator.store.insert('LineItem', account, { ...known, id, deleted: false });
  return id;
};
const add = (
  line_item_id: string,
  targeting_type: string,
  targeting_value: string,
  more: Query = {},
) =>
  held.client.post(path, {
    line_item_id,
    targeting_type,
    targeting_value,
    operator_type: 'EQ',
    ...more,
  });

describe('a television show', () => {
  test('accepts only places of its own locale before it', async () => {
    const id = lineItem('show1');
    await add(id, 'LOCATION', america);
    await add(id, 'LOCATION', germany);
    expect(errorsOf(await add(id, 'TV_SHOW', bakeOff))).toMatchObject({
      status: 400,
      errors: [{ code: 'INVALID_PARAMETER', parameter: 'targeting_value', value: bakeOff }],
    });
  });

  test('and after it', async () => {
    const id = lineItem('show2');
    expect((await add(id, 'LOCATION', seattle)).status).toBe(201);
    expect((await add(id, 'TV_SHOW', bakeOff)).status).toBe(201);
    expect(errorsOf(await add(id, 'LOCATION', germany))).toMatchObject({
      status: 400,
      errors: [{ code: 'INVALID_PARAMETER', parameter: 'targeting_value', value: germany }],
    });
    expect((await add(id, 'LOCATION', america)).status).toBe(201);
    const items = [germany].map((targeting_value) => ({
      operation_type: 'Create',
      params: { line_item_id: id, targeting_type: 'LOCATION', targeting_value },
    }));
    const batched = await held.client.json(batch, items);
    expect(batched.body['operation_errors']).toMatchObject([[{ value: germany }]]);
  });

  test('is refused if it is unknown', async () => {
    const id = lineItem('show3');
    await add(id, 'LOCATION', america);
    expect((await add(id, 'TV_SHOW', '1')).status).toBe(400);
  });
});

describe('a criterion is refused', () => {
  const refusals = async (answer: ReturnType<typeof add>, parameter: string, value?: string) =>
    expect(errorsOf(await answer)).toMatchObject({
      status: 400,
      errors: [{ code: 'INVALID_PARAMETER', parameter, ...(value !== undefined && { value }) }],
    });
  const audience = (): string => {
    const { store } = held.emulator;
    const [known] = store.rows('CustomAudience', account);
    store.insert('CustomAudience', account, { ...known, targetable: true, deleted: false });
    return String(known?.['id']);
  };

  test('as a second event of its line item', async () => {
    const events = dataOf(
      await held.client.get('/12/targeting_criteria/events', { event_types: 'HOLIDAY' }),
    );
    const id = lineItem('event1');
    const [first, second] = [...events].map((row) => String(row['targeting_value']));
    const made = await add(id, 'EVENT', first ?? '');
    expect(made.status).toBe(201);
    await refusals(add(id, 'EVENT', second ?? ''), 'targeting_type', 'EVENT');
    expect((await add(lineItem('event2'), 'EVENT', second ?? '')).status).toBe(201);
    await held.client.del(`${path}/${dataOf(made)['id']}`);
    expect((await add(id, 'EVENT', second ?? '')).status).toBe(201);
  });

  test.each([
    ['GENDER', '3', ['1', '2']],
    ['AGE', 'AGE_14_TO_15', ['AGE_13_TO_24', 'AGE_21_TO_54', 'AGE_OVER_50', 'age_18_to_24']],
    [
      'ENGAGEMENT_TYPE',
      'LIKE',
      ['IMPRESSION', 'ENGAGEMENT', 'VIDEO_VIEW', 'VIDEO_VIEW_PARTIAL', 'VIDEO_VIEW_COMPLETE'],
    ],
  ])('with an undocumented %s', async (type, wrong, right) => {
    await refusals(add(lineItem('wrong'), type, wrong), 'targeting_value', wrong);
    for (const [index, value] of right.entries()) {
      expect((await add(lineItem(`right${index}`), type, value)).status).toBe(201);
    }
  });

  test.each(['CAMPAIGN_ENGAGEMENT', 'CAMPAIGN_ENGAGEMENT_LOOKALIKE'])(
    'as %s of a missing campaign',
    async (type) => {
      expect(errorsOf(await add(lineItem('engaged'), type, 'zz9'))).toMatchObject({
        status: 404,
        errors: [{ code: 'CAMPAIGN_NOT_FOUND', parameter: 'targeting_value', value: 'zz9' }],
      });
      const [campaign] = held.emulator.store.rows('Campaign', account);
      expect((await add(lineItem('engaged'), type, String(campaign?.['id']))).status).toBe(201);
    },
  );

  test('as an expanded audience that is excluded', async () => {
    const id = lineItem('expanded');
    const excluded = add(id, 'CUSTOM_AUDIENCE_EXPANDED', audience(), { operator_type: 'NE' });
    await refusals(excluded, 'operator_type', 'NE');
    const plain = await add(id, 'CUSTOM_AUDIENCE', audience(), { operator_type: 'NE' });
    expect(plain.status).toBe(201);
  });

  test.each([
    ['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED'],
    ['CUSTOM_AUDIENCE_EXPANDED', 'CUSTOM_AUDIENCE'],
  ])('as an audience both with and without expansion: %s, then %s', async (first, second) => {
    const id = lineItem('both');
    expect((await add(id, first, audience())).status).toBe(201);
    await refusals(add(id, second, audience()), 'targeting_value', audience());
    expect((await add(lineItem('other'), second, audience())).status).toBe(201);
  });

  test('as a device of a platform that is targeted, in either order', async () => {
    const firstIn = async (list: string, q: string): Promise<string> =>
      String(
        dataOf(await held.client.get(`/12/targeting_criteria/${list}`, { q }))[0]?.[
          'targeting_value'
        ],
      );
    const phone = await firstIn('devices', 'pixel');
    const [android, ios] = [
      await firstIn('platforms', 'android'),
      await firstIn('platforms', 'ios'),
    ];
    const id = lineItem('device1');
    expect((await add(id, 'PLATFORM', ios)).status).toBe(201);
    expect((await add(id, 'DEVICE', phone)).status).toBe(201);
    await refusals(add(id, 'PLATFORM', android), 'targeting_value', android);
    expect((await add(id, 'PLATFORM', android, { operator_type: 'NE' })).status).toBe(201);
    const other = lineItem('device2');
    expect((await add(other, 'PLATFORM', android)).status).toBe(201);
    await refusals(add(other, 'DEVICE', phone), 'targeting_value', phone);
  });

  test('as followers of a user who is not promotable', async () => {
    const id = lineItem('followers');
    await refusals(add(id, 'FOLLOWERS_OF_USER', '12'), 'targeting_value', '12');
    const [user] = held.emulator.store.rows('PromotableUser', account);
    expect((await add(id, 'FOLLOWERS_OF_USER', String(user?.['user_id']))).status).toBe(201);
    expect((await add(id, 'SIMILAR_TO_FOLLOWERS_OF_USER', '12')).status).toBe(201);
  });

  test.each([
    [['BROAD_KEYWORD', 'EXACT_KEYWORD', 'PHRASE_KEYWORD', 'UNORDERED_KEYWORD'], 1000, 'word'],
    [['INTEREST'], 100, '1001'],
    [['SIMILAR_TO_FOLLOWERS_OF_USER', 'FOLLOWERS_OF_USER'], 100, '7'],
    [['LOCATION'], 2000, germany],
  ])('as one more of %j than %i', async (types, most, value) => {
    const id = lineItem('many');
    const [last = ''] = types;
    const interests = dataOf(await held.client.get('/12/targeting_criteria/interests'));
    const target = last === 'INTEREST' ? String(interests[0]?.['targeting_value']) : value;
    for (let index = 1; index < most; index += 1) {
      held.emulator.store.insert('TargetingCriterion', account, {
        id: `many${index}`,
        created_at: '2025-01-01T00:00:00Z',
        deleted: false,
        line_item_id: id,
        targeting_type: types[index % types.length],
        targeting_value: `${index}`,
        operator_type: index % 2 === 0 ? 'EQ' : 'NE',
      });
    }
    expect((await add(id, last, target)).status).toBe(201);
    await refusals(add(id, last, target), 'targeting_type', last);
  });
});

describe('a curated category', () => {
  const england = '6416b8512febefc9';
  const football = 'cc2u';
  const rail = 'cc2x';
  const categories = `/12/accounts/${account}/line_item_curated_categories`;
  const place = (line_item_id: string, curated_category_id = football) =>
    held.client.post(categories, { line_item_id, curated_category_id });
  const preroll = async (id: string, target?: string, more: Query = {}): Promise<string> => {
    const row = held.emulator.store.find('LineItem', account, lineItem(id));
    held.emulator.store.insert('LineItem', account, { ...row, objective: 'PREROLL_VIEWS' });
    if (target !== undefined) {
      expect((await add(id, 'LOCATION', target, more)).status).toBe(201);
    }
    return id;
  };
  const refused = async (answer: ReturnType<typeof place>, code: string, parameter?: string) =>
    expect(errorsOf(await answer)).toMatchObject({
      status: 400,
      errors: [{ code, ...(parameter !== undefined && { parameter }) }],
    });

  test('belongs to a line item for preroll views', async () => {
    const other = lineItem('engaging');
    await add(other, 'LOCATION', germany);
    await refused(place(other), 'INCOMPATIBLE_LINE_ITEM', 'line_item_id');
    expect((await place(await preroll('preroll1', germany))).status).toBe(201);
  });

  test('needs its country to be targeted first', async () => {
    const id = await preroll('preroll2');
    await refused(place(id), 'INVALID_PARAMETER', 'curated_category_id');
    await add(id, 'LOCATION', america);
    await refused(place(id), 'INVALID_PARAMETER', 'curated_category_id');
    await add(id, 'LOCATION', england, { operator_type: 'NE' });
    await refused(place(id), 'INVALID_PARAMETER', 'curated_category_id');
    await add(id, 'LOCATION', germany);
    expect((await place(id)).status).toBe(201);
  });

  test('is the only one of its line item, and can be exchanged', async () => {
    const id = await preroll('preroll3', germany);
    const made = await place(id);
    await refused(place(id, rail), 'INVALID');
    const other = await preroll('preroll4', germany);
    const own = `${categories}/${dataOf(await place(other))['id']}`;
    await refused(held.client.put(own, { line_item_id: id }), 'INVALID');
    await refused(
      held.client.put(own, { curated_category_id: 'cc2t' }),
      'INVALID_PARAMETER',
      'curated_category_id',
    );
    expect((await held.client.put(own, { curated_category_id: rail })).status).toBe(200);
    await held.client.del(`${categories}/${dataOf(made)['id']}`);
    expect((await place(id, rail)).status).toBe(201);
  });
});

describe('a category of content', () => {
  const categories = (line_item_id: string, values: readonly string[]) =>
    held.client.json(
      batch,
      values.map((targeting_value) => ({
        operation_type: 'Create',
        params: { line_item_id, targeting_type: 'IAB_CATEGORY', targeting_value },
      })),
    );

  test('must be a known one', async () => {
    const answer = await categories(lineItem('iab1'), ['IAB17', 'IAB99']);
    expect(answer.status).toBe(400);
    expect(answer.body['operation_errors']).toMatchObject([
      [],
      [{ code: 'INVALID_IAB_CATEGORY', parameter: 'targeting_value', value: 'IAB99' }],
    ]);
    const made = await categories(lineItem('iab2'), ['IAB17', 'iab9-4']);
    expect(made.status).toBe(200);
    expect([...dataOf(made)].map((row) => row['targeting_value'])).toEqual(['IAB17', 'IAB9-4']);
    expect(dataOf(made)[0]?.['name']).toBe('Sports');
  });
});

describe('a publisher of videos', () => {
  const exclude = (line_item_id: string, from: number, to: number) =>
    held.client.json(
      batch,
      Array.from({ length: to - from }, (_, index) => ({
        operation_type: 'Create',
        params: {
          line_item_id,
          targeting_type: 'CONTENT_PUBLISHER_USER',
          targeting_value: `${17_288_520 + from + index}`,
          operator_type: 'NE',
        },
      })),
    );
  const refused = [{ code: 'INVALID_PARAMETER', parameter: 'targeting_type' }];

  test('is excluded only in a batch', async () => {
    const id = lineItem('pub1');
    expect((await exclude(id, 0, 1)).status).toBe(200);
    const more = { operator_type: 'NE' };
    expect(errorsOf(await add(id, 'CONTENT_PUBLISHER_USER', '17288521', more))).toMatchObject({
      status: 400,
      errors: [{ parameter: 'targeting_type' }],
    });
  });

  test('is limited to 50, and to 5 with a curated category', async () => {
    const id = lineItem('pub2');
    expect((await exclude(id, 0, 50)).status).toBe(200);
    expect((await exclude(id, 50, 51)).body['operation_errors']).toMatchObject([refused]);
    const curated = lineItem('pub3');
    held.emulator.store.insert('LineItemCuratedCategory', account, {
      id: 'pub3c',
      line_item_id: curated,
      deleted: false,
    });
    expect((await exclude(curated, 0, 5)).status).toBe(200);
    expect((await exclude(curated, 5, 6)).body['operation_errors']).toMatchObject([refused]);
  });
});

describe('a criterion of a type that has a list', () => {
  test.each([
    ['APP_STORE_CATEGORY', 'music'],
    ['APP_STORE_CATEGORY_LOOKALIKE', 'music'],
    ['CONVERSATION', 'NFL'],
    ['DEVICE', 'iPhone 3GS'],
    ['EVENT', 'Halloween'],
    ['INTEREST', '1'],
    ['LANGUAGE', 'klingon'],
    ['LOCATION', 'Hamburg'],
    ['NETWORK_OPERATOR', 'Verizon'],
    ['PLATFORM', 'iOS'],
    ['PLATFORM_VERSION', '4.1'],
    ['TV_SHOW', 'Night Trains'],
  ])('%s is refused with a value that is not in the list', async (type, value) => {
    const id = lineItem('none1');
    const refused = { code: 'INVALID_PARAMETER', parameter: 'targeting_value', value };
    expect(errorsOf(await add(id, type, value))).toMatchObject({ status: 400, errors: [refused] });
    const batched = await held.client.json(batch, [
      {
        operation_type: 'Create',
        params: { line_item_id: id, targeting_type: type, targeting_value: value },
      },
    ]);
    expect(batched.body['operation_errors']).toMatchObject([[refused]]);
  });

  test('is accepted with a value of the list, under the name in the list', async () => {
    const lists: readonly (readonly [list: string, query: Query])[] = [
      ['app_store_categories', { os_type: 'ANDROID', q: 'racing' }],
      ['conversations', { conversation_type: 'PLACES' }],
      ['devices', { q: 'pixel', count: 5 }],
      ['events', { event_types: 'SPORTS,HOLIDAY', country_codes: 'DE' }],
      ['interests', { q: 'cycling' }],
      ['languages', { q: 'dutch' }],
      ['locations', { q: 'hamburg', location_type: 'CITIES' }],
      ['network_operators', { country_code: 'JP' }],
      ['platforms', {}],
      ['platform_versions', { q: 'oreo' }],
    ];
    for (const [list, query] of lists) {
      const id = lineItem('none2');
      const [entry] = dataOf(await held.client.get(`/12/targeting_criteria/${list}`, query));
      const [type, value] = [entry?.['targeting_type'], entry?.['targeting_value']];
      const made = await add(id, String(type), String(value));
      expect(made.status).toBe(201);
      expect(made.body['data']).toMatchObject({
        targeting_type: type,
        targeting_value: value,
        name: entry?.['name'],
      });
    }
  });

  test('is seeded with values of the lists', () => {
    const { store } = held.emulator;
    const entities: Readonly<Record<string, string>> = {
      LOCATION: 'TargetingLocation',
      LANGUAGE: 'TargetingLanguage',
      INTEREST: 'TargetingInterest',
      PLATFORM: 'TargetingPlatform',
    };
    const seen = new Set<unknown>();
    for (const { id } of held.emulator.accounts) {
      for (const row of store.rows('TargetingCriterion', id)) {
        const entity = entities[String(row['targeting_type'])];
        if (entity === undefined) continue;
        const entry = store.find(entity, null, String(row['targeting_value']));
        expect(entry?.['name']).toBe(row['name']);
        seen.add(entity);
      }
    }
    expect(seen.size).toBe(4);
  });
});

describe('the lists', () => {
  const list = async (name: string, query: Query = {}) => {
    const { body } = await held.client.get(`/12/targeting_criteria/${name}`, query);
    return body;
  };
  const column = ({ data = [] as unknown as Body }: Body, name: string): readonly unknown[] =>
    data.map((row) => row[name]);

  test('of places are filtered by kind, country and words', async () => {
    const german = await list('locations', { country_code: 'DE', location_type: 'REGIONS' });
    expect(column(german, 'name')).toContain('Bavaria, Germany');
    expect(new Set(column(german, 'country_code'))).toEqual(new Set(['DE']));
    const angeles = await list('locations', { location_type: 'CITIES', q: 'los angeles' });
    expect(column(angeles, 'name')).toContain('Los Angeles, Los Angeles CA, CA, USA');
    expect(column(angeles, 'targeting_value')).toContain('3b77caf94bfc81fe');
    const codes = await list('locations', { location_type: 'POSTAL_CODES', q: '20095' });
    expect(column(codes, 'name')).toEqual(['20095, Hamburg, Germany']);
    const metros = await list('locations', { location_type: 'METROS', q: 'san jose' });
    expect(column(metros, 'name')).toEqual(['San Francisco-Oakland-San Jose CA, USA']);
    expect(german).toHaveProperty('next_cursor', null);
  });

  test('contain the place of the quick start of the official clients', async () => {
    const value = '00a8b25e420adc94';
    const made = await add(lineItem('quick'), 'LOCATION', value);
    expect(made.status).toBe(201);
    expect(made.body['data']).toMatchObject({ targeting_value: value, location_type: 'METROS' });
    const metros = await list('locations', { location_type: 'METROS', q: 'new york' });
    expect(metros['data']).toMatchObject([{ targeting_value: value, country_code: 'US' }]);
  });

  test('have pages of 200 rows unless a count is given, and some have no pages', async () => {
    const { data, next_cursor: cursor } = await list('locations');
    expect(data).toHaveLength(200);
    expect(cursor).toEqual(expect.any(String));
    expect((await list('interests', { count: 7 }))['data']).toHaveLength(7);
    expect((await list('tv_shows', { locale: 'en-US' }))['data']).toHaveLength(50);
    for (const name of ['devices', 'platforms', 'platform_versions', 'tv_markets']) {
      expect(await list(name)).not.toHaveProperty('next_cursor');
    }
    expect((await list('devices', { count: 3 }))['data']).toHaveLength(3);
    const refused = await held.client.get('/12/targeting_criteria/tv_shows', {
      locale: 'en-US',
      count: 51,
    });
    expect(refused.status).toBe(400);
  });

  test('of networks are those of the US unless a country is given', async () => {
    expect(new Set(column(await list('network_operators'), 'country_code'))).toEqual(
      new Set(['US']),
    );
    const german = await list('network_operators', { country_code: 'DE' });
    expect(column(german, 'name')).toContain('Telekom');
  });

  test('of events are those of the coming year, by country and time', async () => {
    const all = 'CONFERENCE,HOLIDAY,MUSIC_AND_ENTERTAINMENT,OTHER,POLITICS,RECURRING,SPORTS';
    const now = Date.now();
    const events = await list('events', { event_types: all, count: 1000 });
    const ends = column(events, 'end_time').map((end) => Date.parse(String(end)));
    expect(ends.length).toBeGreaterThan(100);
    expect(Math.min(...ends)).toBeGreaterThan(now);
    const starts = column(events, 'start_time').map((start) => Date.parse(String(start)));
    expect(Math.max(...starts)).toBeLessThan(now + 366 * 86_400_000);
    const dutch = await list('events', { event_types: 'HOLIDAY', country_codes: 'NL' });
    expect(new Set(column(dutch, 'country_code'))).toEqual(new Set(['NL', null]));
    const later = new Date(now + 60 * 86_400_000).toISOString();
    const late = await list('events', { event_types: all, start_time: later, count: 1000 });
    expect(column(late, 'end_time').every((end) => String(end) > later.slice(0, 19))).toBe(true);
    expect(late['data']).not.toHaveLength(ends.length);
    expect((await held.client.get('/12/targeting_criteria/events')).status).toBe(400);
  });

  test('of platforms have names in other languages', async () => {
    const german = await list('platforms', { lang: 'de', q: 'desktop' });
    expect(german['data']).toMatchObject([{ targeting_value: '4', localized_name: 'Computer' }]);
    expect((await list('platforms'))['data']?.[0]).not.toHaveProperty('localized_name');
  });
});
