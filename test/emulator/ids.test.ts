import { describe, expect, test } from 'vitest';
import { dataOf, errorsOf, useEmulator } from '../support/emulator.ts';
import type { Query } from '../support/signed.ts';

const account = '18ce54trv4l';
const at = (path: string): string => `/12/accounts/${account}/${path}`;
const held = useEmulator();

type Row = Readonly<Record<string, unknown>>;
const idOf = (entity: string, fits: (row: Row) => boolean = () => true): string =>
  String(
    held.emulator.store.rows(entity, account).find((row) => row['deleted'] !== true && fits(row))?.[
      'id'
    ],
  );

describe('an id in capitals is stored in its normal form', () => {
  const campaign = () => idOf('Campaign', (row) => row['entity_status'] === 'PAUSED');
  const objectiveOf = (id: string): string =>
    String(
      held.emulator.store.rows('LineItem', account).find((row) => row['campaign_id'] === id)?.[
        'objective'
      ],
    );
  const cases: Readonly<Record<string, readonly [path: string, form: () => Query]>> = {
    'the funding of a campaign': [
      'campaigns',
      () => ({
        name: 'New',
        funding_instrument_id: idOf(
          'FundingInstrument',
          (row) => row['type'] === 'INSERTION_ORDER',
        ),
      }),
    ],
    'the campaign of a line item': [
      'line_items',
      () => ({
        campaign_id: campaign(),
        product_type: 'PROMOTED_TWEETS',
        objective: objectiveOf(campaign()),
        placements: 'ALL_ON_TWITTER',
        start_time: '2034-01-01T00:00:00Z',
        end_time: '2035-01-01T00:00:00Z',
        categories: 'IAB20',
      }),
    ],
    'the line item of a tracking tag': [
      'tracking_tags',
      () => ({
        line_item_id: idOf('LineItem'),
        tracking_tag_type: 'CLICK_TRACKER',
        tracking_tag_url: 'https://tags.example',
      }),
    ],
    'the line item and media of a creative': [
      'media_creatives',
      () => ({
        line_item_id: idOf('LineItem', (row) => row['objective'] === 'PREROLL_VIEWS'),
        account_media_id: idOf('AccountMedia'),
      }),
    ],
    'the line item of a criterion': [
      'targeting_criteria',
      () => ({
        line_item_id: idOf('LineItem'),
        targeting_type: 'BROAD_KEYWORD',
        operator_type: 'EQ',
        targeting_value: 'x',
      }),
    ],
    'the category of a line item': [
      'line_item_curated_categories',
      () => {
        const line_item_id = idOf('LineItem');
        const { store } = held.emulator;
        const row = store.find('LineItem', account, line_item_id);
        store.insert('LineItem', account, { ...row, objective: 'PREROLL_VIEWS' });
        return { line_item_id, curated_category_id: 'cc2u' };
      },
    ],
  };

  test.each(Object.keys(cases))('%s', async (what) => {
    const [path = '', form] = cases[what] ?? [];
    const given = form?.() ?? {};
    const ids = Object.entries(given).filter(([name]) => name.endsWith('_id'));
    const capitals = ids.map(([name, id]) => [name, String(id).toUpperCase()]);
    const answer = await held.client.post(at(path), { ...given, ...Object.fromEntries(capitals) });
    expect([answer.status, errorsOf(answer).errors]).toEqual([201, undefined]);
    expect(held.emulator.store.rows(entityAt(path), account).at(-1)).toMatchObject(
      Object.fromEntries(ids),
    );
  });

  const entityAt = (path: string): string =>
    ({
      campaigns: 'Campaign',
      line_items: 'LineItem',
      tracking_tags: 'TrackingTag',
      media_creatives: 'MediaCreative',
      targeting_criteria: 'TargetingCriterion',
    })[path] ?? 'LineItemCuratedCategory';

  test('a place, an audience and the leaves of a tree', async () => {
    const audience = idOf('CustomAudience', (row) => row['targetable'] === true);
    for (const [targeting_type, value] of [
      ['LOCATION', '96683cc9126741d1'],
      ['CUSTOM_AUDIENCE', audience],
    ] as const) {
      const made = await held.client.post(at('targeting_criteria'), {
        line_item_id: idOf('LineItem'),
        targeting_type,
        operator_type: 'EQ',
        targeting_value: value.toUpperCase(),
      });
      expect(dataOf(made)).toMatchObject({ targeting_value: value });
      expect(dataOf(made)['name']).not.toBe(value);
    }
    const leaf = idOf('CustomAudience', (row) => row['audience_type'] === 'MOBILE_AUDIENCE');
    const segments = {
      boolean_operator: 'AND',
      child_segments: [{ custom_audience_id: leaf.toUpperCase() }],
    };
    const params = { name: 'Tree', audience_type: 'FLEXIBLE', segments };
    const made = await held.client.json(`/12/batch/accounts/${account}/custom_audiences`, [
      { operation_type: 'Create', params },
    ]);
    expect(dataOf(made)[0]).toMatchObject({
      metadata: [{ segments: { child_segments: [{ custom_audience_id: leaf }] } }],
    });
  });

  test('a card on a post', async () => {
    const uri = String(held.emulator.store.rows('LegacyCard', account)[0]?.['card_uri']);
    held.emulator.store.insert('LegacyCard', account, {
      id: 'kx',
      card_uri: 'card://abc',
      deleted: false,
    });
    const as_user_id = String(held.emulator.store.rows('PromotableUser', account)[0]?.['user_id']);
    const made = await held.client.post(at('draft_tweets'), {
      as_user_id,
      text: 'x',
      card_uri: 'card://ABC',
    });
    expect(dataOf(made)['card_uri']).toBe('card://abc');
    const path = at(`draft_tweets/${dataOf(made)['id']}`);
    expect(dataOf(await held.client.put(path, { card_uri: uri }))['card_uri']).toBe(uri);
  });
});

describe('an audience that is shared', () => {
  const owner = '18ce54ag3nc';
  const friend = '18ce54bik3s';
  const audience = () => String(held.emulator.store.rows('CustomAudience', owner)[2]?.['id']);
  const path = (version: 5 | 12): string =>
    `/${version}/accounts/${owner}/${version === 5 ? 'tailored' : 'custom'}_audiences/${audience()}/permissions`;
  const grant = (version: 5 | 12, granted_account_id: string, permission_level = 'READ_ONLY') =>
    held.client.post(path(version), { granted_account_id, permission_level });
  const seenBy = async (): Promise<unknown> => {
    const answer = await held.client.get(`/12/accounts/${friend}/custom_audiences/${audience()}`);
    return answer.status === 200 ? dataOf(answer)['permission_level'] : answer.status;
  };

  test.each([5, 12] as const)('is granted once to an account, by version %i', async (version) => {
    expect(dataOf(await grant(version, friend.toUpperCase()))['granted_account_id']).toBe(friend);
    for (const again of [friend, friend.toUpperCase(), owner.toUpperCase()]) {
      expect(errorsOf(await grant(version, again))).toMatchObject({
        status: 400,
        errors: [{ code: 'INVALID_PARAMETER', parameter: 'granted_account_id' }],
      });
    }
  });

  test('is removed by one permission only if the other version has none', async () => {
    const old = dataOf(await grant(5, friend, 'READ_WRITE'));
    const fresh = dataOf(await grant(12, friend));
    expect(await seenBy()).toBe('READ_WRITE');
    await held.client.del(`${path(5)}/${old['id']}`);
    expect(await seenBy()).toBe('READ_ONLY');
    await held.client.del(`${path(12)}/${fresh['id']}`);
    expect(await seenBy()).toBe(404);
  });

  test('shows a new name to the accounts that have it by version 5', async () => {
    await grant(5, friend);
    await held.client.put(`/12/accounts/${owner}/custom_audiences/${audience()}`, {
      name: 'Fresh',
    });
    const seen = await held.client.get(`/12/accounts/${friend}/custom_audiences/${audience()}`);
    expect(dataOf(seen)['name']).toBe('Fresh');
  });
});
