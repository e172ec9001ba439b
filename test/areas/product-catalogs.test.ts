import { isObjectType } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { windowsOf } from '../../src/upstream/catalogue/rate-windows.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { expectRefused } from '../support/refusals.ts';
import { bearer, signIn } from '../support/visitor.ts';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const catalog = '1540000000000000101';
const coffee = { user: '1480000000000000102', catalog: '1540000000000000102' };
const bare = '1540000000000000104';
const games = '1480000000000000103';
/** An id of the seed: a number for products (41), sets (43) and feeds (44), and their place. */
const key = (kind: number, index: number): string =>
  `15${kind}101${String(index * 524_287 + 13).padStart(12, '0')}`;

const requests = ({ calls }: Pick<Answer, 'calls'>): readonly string[] =>
  calls.map(({ method, path }) => `${method} ${path.replace('/12/product_catalogs', '')}`);
const codes = ({ errors = [] }: Answer) => errors.map(({ extensions }) => extensions.code);

const mutate = (name: string, input: object, selection: string) =>
  running.ask(
    `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) {
      ${name}(input: $input) { outcome errors { code message argument reason } ${selection} } }`,
    { input },
  );

describe('catalogs', () => {
  test('of the viewer are one call, without an account', async () => {
    const asked = await running.ask('{ productCatalogs { id restId name raw } }');
    expect(asked.errors).toBeUndefined();
    expect(asked.data.productCatalogs).toEqual([
      {
        id: `ProductCatalog:${catalog}`,
        restId: catalog,
        name: 'Nordlicht Bikes, everything',
        raw: { id: catalog, name: 'Nordlicht Bikes, everything' },
      },
    ]);
    expect(requests(asked)).toEqual(['GET ']);
  });

  test('of another user are requested with that user’s id', async () => {
    const asked = await running.ask(`{ productCatalogs(userId: "${coffee.user}") { restId } }`);
    expect(asked.data.productCatalogs).toEqual([{ restId: coffee.catalog }]);
    expect(asked.calls[0]?.query).toEqual({ user_id: coffee.user });
    expect((await running.ask(`{ productCatalogs(userId: "${games}") { restId } }`)).data).toEqual({
      productCatalogs: [],
    });
  });

  test('are created, renamed and deleted with everything in them', async () => {
    const made = await mutate(
      'createProductCatalog',
      { userId: games, name: 'Games' },
      'productCatalog { restId name }',
    );
    const { restId } = made.data.createProductCatalog.productCatalog;
    expect(made.data.createProductCatalog).toMatchObject({ outcome: 'APPLIED', errors: [] });
    expect(requests(made)).toEqual(['POST ']);
    const second = await mutate('createProductCatalog', { name: 'More' }, '');
    expect(second.data.createProductCatalog).toMatchObject({ outcome: 'REJECTED' });
    const renamed = await mutate(
      'updateProductCatalog',
      { productCatalogId: `ProductCatalog:${restId}`, name: 'All games' },
      'productCatalog { name }',
    );
    expect(renamed.data.updateProductCatalog.productCatalog).toEqual({ name: 'All games' });
    expect(requests(renamed)).toEqual([`PUT /${restId}`]);
    const gone = await mutate(
      'deleteProductCatalog',
      { productCatalogId: catalog },
      'productCatalog { name }',
    );
    expect(gone.data.deleteProductCatalog).toMatchObject({ outcome: 'APPLIED' });
    expect((await running.ask('{ productCatalogs { restId } }')).data.productCatalogs).toEqual([]);
    const inside = ['Product', 'ProductSet', 'ScheduledFeed'].flatMap((entity) =>
      running.emulator.store.rows(entity, null).map((row) => row['product_catalog_id']),
    );
    expect(inside).not.toContain(catalog);
  });

  test('must have a name', async () => {
    await expectRefused(mutate('createProductCatalog', { name: '' }, ''), 'input.name');
  });
});

describe('early access', () => {
  test.each([
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
  ])('is an error of this field alone if the API answers %i', async (status, code) => {
    running.emulator.fault({
      match: { endpoint: 'listProductCatalogs' },
      fault: { kind: 'answer', status },
    });
    const asked = await running.ask(
      '{ productCatalogs { name } accounts(first: 1) { nodes { id } } }',
    );
    expect(asked.data.productCatalogs).toBeNull();
    expect(asked.data.accounts.nodes).toHaveLength(1);
    expect(codes(asked)).toEqual([code]);
  });

  test('is mentioned in the description of every field and mutation', () => {
    const descriptions = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()))
      .flatMap(({ description }) => description ?? [])
      .filter((description) => description.includes('/12/product_catalogs'));
    expect(descriptions).toHaveLength(15);
    for (const description of descriptions) expect(description).toContain('Early access');
  });

  test('is refused to a user without access', async () => {
    const session = await signIn(running, '1500000000000000003');
    const asked = await running.ask('{ productCatalogs { name } }', {}, bearer(session));
    expect(codes(asked)).toEqual(['FORBIDDEN']);
    expect(asked.calls.map(({ status }) => status)).toEqual([403]);
  });
});

describe('products', () => {
  const page = (args: string) => `{ productCatalogs { products${args} {
    nodes { id restId productKey productId title price availability itemGroupKey }
    pageInfo { hasNextPage endCursor } } } }`;

  test('arrive in pages of at most 100, 50 by default', async () => {
    const usual = await running.ask(page(''));
    expect(usual.data.productCatalogs[0].products.nodes).toHaveLength(50);
    expect(requests(usual)).toEqual(['GET ', `GET /${catalog}/products`]);
    const first = await running.ask(page('(first: 100)'));
    const { nodes, pageInfo } = first.data.productCatalogs[0].products;
    expect(nodes).toHaveLength(100);
    expect(first.calls[1]?.query).toEqual({ count: '100' });
    const rest = await running.ask(page(`(first: 100, after: "${pageInfo.endCursor}")`));
    const others = rest.data.productCatalogs[0].products;
    expect(others.pageInfo.hasNextPage).toBe(false);
    const all = [...nodes, ...others.nodes].map(({ restId }) => restId);
    // 14 models in variants, each shown by its first, and 96 parts.
    expect(all).toHaveLength(110);
    expect(new Set(all).size).toBe(110);
    const tooMany = await running.ask(page('(first: 101)'));
    expect(codes(tooMany)).toEqual(['BAD_USER_INPUT']);
  });

  test('have the key of X as id, and their own id beside it', async () => {
    const { data } = await running.ask(page('(first: 1)'));
    expect(data.productCatalogs[0].products.nodes[0]).toEqual({
      id: `Product:${key(41, 0)}`,
      restId: key(41, 0),
      productKey: key(41, 0),
      productId: 'nb-fjord-green-s',
      title: 'Fjord gravel bike',
      price: '1909.00 EUR',
      availability: 'IN_STOCK',
      itemGroupKey: key(42, 1),
    });
  });

  test('of a group are all shown on request', async () => {
    const { data } = await running.ask(page('(first: 1)'));
    const group = data.productCatalogs[0].products.nodes[0].itemGroupKey;
    const asked = await running.ask(page(`(itemGroupKey: "${group}")`));
    expect(asked.data.productCatalogs[0].products.nodes).toHaveLength(12);
    expect(asked.calls[1]?.query).toMatchObject({ item_group_key: group });
  });
});

const bell = {
  id: 'bell-1',
  title: 'Bell',
  description: 'A bell.',
  availability: 'IN_STOCK',
  condition: 'NEW',
  price: '9.50 EUR',
  link: 'https://shop.example/bell',
  imageLink: 'https://shop.example/bell.png',
  brand: 'Nordlicht',
  ageGroup: 'ALL_AGES',
  inventory: 3,
};
const put = (...products: readonly object[]) =>
  mutate(
    'putProducts',
    { productCatalogId: catalog, products },
    'results { index outcome productKey productId status warnings errors { code message argument } }',
  );
const remove = (...productKeys: readonly string[]) =>
  mutate(
    'deleteProducts',
    { productCatalogId: catalog, productKeys },
    'results { index outcome productKey failedProductKey message errors { code message argument } }',
  );

describe('products that are put', () => {
  test('are one JSON body with the values of the API, and each reports its outcome', async () => {
    const asked = await put(bell, { ...bell, id: 'nb-no-1-silver', title: 'Another part' });
    expect(requests(asked)).toEqual([`PUT /${catalog}/products`]);
    expect(JSON.parse(asked.calls[0]?.body ?? '').products[0]).toEqual({
      id: 'bell-1',
      title: 'Bell',
      description: 'A bell.',
      availability: 'in stock',
      condition: 'new',
      price: '9.50 EUR',
      link: 'https://shop.example/bell',
      image_link: 'https://shop.example/bell.png',
      brand: 'Nordlicht',
      age_group: 'all ages',
      inventory: 3,
    });
    const { outcome, errors, results } = asked.data.putProducts;
    expect({ outcome, errors }).toEqual({ outcome: 'APPLIED', errors: [] });
    expect(results).toMatchObject([
      { index: 0, outcome: 'APPLIED', productId: 'bell-1', status: 'CREATE_SUCCESS', errors: [] },
      { index: 1, outcome: 'APPLIED', productId: 'nb-no-1-silver', status: 'UPDATE_SUCCESS' },
    ]);
    expect(results[0].productKey).toMatch(/^\d{19}$/);
    const again = await put(bell);
    expect(again.data.putProducts.results).toMatchObject([
      { outcome: 'APPLIED', status: 'NO_CHANGE' },
    ]);
  });

  test('are refused one by one, and the others are applied', async () => {
    const asked = await put(
      { ...bell, id: 'bell-2', imageLink: 'https://shop.example/bell.svg' },
      bell,
    );
    const { outcome, errors, results } = asked.data.putProducts;
    expect(outcome).toBe('APPLIED');
    expect(errors).toMatchObject([
      { code: 'UPSTREAM_REJECTED', message: expect.stringContaining('1 of 2') },
    ]);
    expect(results).toMatchObject([
      {
        outcome: 'REJECTED',
        status: 'ERROR',
        errors: [
          { code: 'UPSTREAM_REJECTED', message: 'image_link is not a JPG, GIF, WEBP or PNG' },
        ],
      },
      { outcome: 'APPLIED', status: 'CREATE_SUCCESS', errors: [] },
    ]);
    const none = await put({ ...bell, productKey: key(41, 0) });
    expect(none.data.putProducts).toMatchObject({ outcome: 'REJECTED' });
  });

  test('are UNKNOWN if the answer does not mention them', async () => {
    const told = {
      data: {
        products_response: [
          {
            warnings: ['No GTIN'],
            errors: [],
            product_key: '1',
            id: 'b',
            status: 'CREATE_SUCCESS',
          },
          { errors: [{ code: 'BAD_LINK', message: 'No page' }], id: 'c', status: 'ERROR' },
        ],
      },
    };
    running.emulator.fault({
      match: { endpoint: 'putProducts' },
      fault: { kind: 'answer', status: 200, json: told },
    });
    const asked = await put(...['a', 'b', 'c'].map((id) => ({ ...bell, id })));
    const { outcome, results } = asked.data.putProducts;
    expect(outcome).toBe('UNKNOWN');
    expect(results).toMatchObject([
      { outcome: 'UNKNOWN', productKey: null, errors: [{ code: 'UPSTREAM_OUTCOME_UNKNOWN' }] },
      { outcome: 'APPLIED', productKey: '1', warnings: ['No GTIN'] },
      { outcome: 'REJECTED', errors: [{ code: 'BAD_LINK', message: 'No page' }] },
    ]);
  });

  test('are UNKNOWN where the answer is lost, and sent once', async () => {
    running.emulator.fault({
      match: { endpoint: 'putProducts' },
      fault: { kind: 'drop', apply: true },
    });
    const asked = await put(bell);
    expect(asked.calls).toHaveLength(1);
    expect(asked.data.putProducts).toMatchObject({
      outcome: 'UNKNOWN',
      results: [{ outcome: 'UNKNOWN', status: null }],
    });
  });

  test('with too many further images are refused with the number of them', async () => {
    const additionalImageLink = Array(11).fill('https://a.example/b').join();
    const asked = await running.ask(
      'mutation ($input: PutProductsInput!) { putProducts(input: $input) { results { errors { reason max argument } } } }',
      { input: { productCatalogId: catalog, products: [{ ...bell, additionalImageLink }] } },
    );
    expect(asked.calls).toEqual([]);
    expect(asked.data.putProducts.results).toEqual([
      {
        errors: [
          { reason: 'TOO_MANY', max: '10', argument: 'input.products[0].additionalImageLink' },
        ],
      },
    ]);
  });

  test.each([
    [true, 'APPLIED'],
    [false, 'UNKNOWN'],
  ])('under a key are read back after a lost answer (applied: %s)', async (apply, outcome) => {
    const ask = () =>
      running.ask(
        'mutation ($input: PutProductsInput!) { putProducts(input: $input) { outcome results { outcome productKey productId status } errors { message } } }',
        {
          input: {
            productCatalogId: catalog,
            idempotencyKey: `lost ${apply}`,
            products: [
              { ...bell, id: `lost-${apply}` },
              { ...bell, id: `lost-too-${apply}`, price: '7.00 EUR' },
            ],
          },
        },
      );
    running.emulator.fault({
      match: { endpoint: 'putProducts' },
      times: 1,
      fault: { kind: 'drop', apply },
    });
    expect((await ask()).data.putProducts.outcome).toBe('UNKNOWN');
    const again = await ask();
    expect(new Set(again.calls.map(({ endpoint }) => endpoint))).toEqual(new Set(['listProducts']));
    const { results, errors } = again.data.putProducts;
    expect(again.data.putProducts.outcome).toBe(outcome);
    expect(results).toMatchObject(
      ['', 'too-'].map((more) =>
        apply
          ? { outcome, productId: `lost-${more}true`, productKey: expect.any(String), status: null }
          : { outcome },
      ),
    );
    if (!apply) expect(errors[0].message).toContain('read back just now');
  });

  test.each([
    ['title', { title: 'x'.repeat(151) }],
    ['description', { description: 'x'.repeat(5001) }],
    ['price', { price: '9,50 EUR' }],
    ['link', { link: 'http://shop.example/bell' }],
    ['mobileLink', { mobileLink: 'http://shop.example/bell' }],
    ['imageLink', { imageLink: 'bell.png' }],
    ['additionalImageLink', { additionalImageLink: Array(11).fill('https://a.example/b').join() }],
    ['inventory', { inventory: 0 }],
    ['salePrice', { salePrice: '9.50 EUR' }],
    ['salePrice', { salePrice: '9.00 USD' }],
    ['salePriceEffectiveDate', { salePriceEffectiveDate: '2026-10-04' }],
    ['brand', { brand: null }],
  ])('are not sent with an invalid %s', async (name, wrong) => {
    const asked = await put({ ...bell, id: 'fine' }, { ...bell, ...wrong });
    expect(asked.calls).toEqual([]);
    const { outcome, errors, results } = asked.data.putProducts;
    expect({ outcome, errors }).toEqual({ outcome: 'REJECTED', errors: [] });
    expect(results).toMatchObject([
      { outcome: 'NOT_APPLIED', errors: [] },
      { outcome: 'REJECTED', errors: [{ argument: `input.products[1].${name}` }] },
    ]);
  });

  test('are sent with a sale, with further images, and without stock if they are not in stock', async () => {
    const asked = await put({
      ...bell,
      availability: 'OUT_OF_STOCK',
      inventory: 0,
      salePrice: '9.49 EUR',
      salePriceEffectiveDate: '2026-10-04T00:00+02:00/2026-10-10T04:00:00.000Z',
      additionalImageLink: Array(10).fill('https://a.example/b').join(),
      brand: null,
      mpn: 'B-1',
    });
    expect(asked.data.putProducts).toMatchObject({ outcome: 'APPLIED', errors: [] });
  });

  test('are at most 25, each with a unique id', async () => {
    const many = Array.from({ length: 26 }, (_, index) => ({ ...bell, id: `bell-${index}` }));
    await expectRefused(put(...many), 'input.products');
    expect((await put(...many.slice(1))).data.putProducts.outcome).toBe('APPLIED');
    await expectRefused(put(bell, { ...bell, id: 'other' }, bell), 'input.products[2].id');
  });
});

describe('products that are deleted', () => {
  test('are one JSON body, and are refused one by one', async () => {
    const asked = await remove(`Product:${key(41, 0)}`, '1', key(41, 2));
    expect(requests(asked)).toEqual([`DELETE /${catalog}/products`]);
    expect(JSON.parse(asked.calls[0]?.body ?? '')).toEqual({
      product_keys: [key(41, 0), '1', key(41, 2)],
    });
    expect(asked.data.deleteProducts).toMatchObject({
      outcome: 'APPLIED',
      errors: [{ code: 'UPSTREAM_REJECTED' }],
      results: [
        { outcome: 'APPLIED', productKey: key(41, 0), failedProductKey: null, errors: [] },
        {
          outcome: 'REJECTED',
          failedProductKey: '1',
          errors: [{ message: 'The catalog has no product with this key' }],
        },
        { outcome: 'APPLIED', productKey: key(41, 2) },
      ],
    });
    expect(running.emulator.store.find('Product', null, key(41, 0))).toBeUndefined();
  });

  test.each([
    [true, 'APPLIED'],
    [false, 'UNKNOWN'],
  ])(
    'are read back after a lost answer, including variants (applied: %s)',
    async (apply, outcome) => {
      // Of a group, the list shows only the first.
      const productKeys = [key(41, 1), key(42, 1)];
      const ask = () =>
        running.ask(
          'mutation ($input: DeleteProductsInput!) { deleteProducts(input: $input) { outcome errors { message } results { outcome productKey } } }',
          { input: { productCatalogId: catalog, productKeys, idempotencyKey: `gone ${apply}` } },
        );
      running.emulator.fault({
        match: { endpoint: 'deleteProducts' },
        times: 1,
        fault: { kind: 'drop', apply },
      });
      expect((await ask()).data.deleteProducts.outcome).toBe('UNKNOWN');
      const again = await ask();
      expect(new Set(again.calls.map(({ endpoint }) => endpoint))).toEqual(
        new Set(['listProducts']),
      );
      expect(again.data.deleteProducts.outcome).toBe(outcome);
      expect(again.data.deleteProducts.results).toMatchObject(
        productKeys.map((productKey) => (apply ? { outcome, productKey } : { outcome })),
      );
    },
  );

  test('are named, once each', async () => {
    await expectRefused(remove(), 'input.productKeys');
    await expectRefused(remove('1', '2', '1'), 'input.productKeys[2]');
  });
});

const createSet = (input: object) =>
  mutate(
    'createProductSet',
    { productCatalogId: catalog, name: 'Set', ...input },
    'productSet { id restId name description type filters { attribute operator value } productIds processingStatus }',
  );

describe('product sets', () => {
  test('with filters have the products that match all of them', async () => {
    const asked = await createSet({
      type: 'FILTERED',
      filters: [
        { attribute: 'PRODUCT_TYPE', operator: 'CONTAINS', value: 'Electric' },
        { attribute: 'PRICE', operator: 'GREATER_THAN', value: '2780.00 EUR' },
      ],
    });
    expect(requests(asked)).toEqual([`POST /${catalog}/product_sets`]);
    expect(JSON.parse(asked.calls[0]?.body ?? '').filters[0]).toEqual({
      attribute: 'product_type',
      operator: 'CONTAINS',
      value: 'Electric',
    });
    const { productSet } = asked.data.createProductSet;
    expect(productSet).toMatchObject({
      type: 'FILTERED',
      processingStatus: 'DONE',
      filters: [{ attribute: 'PRODUCT_TYPE' }, { attribute: 'PRICE', operator: 'GREATER_THAN' }],
    });
    expect(productSet.productIds.every((id: string) => /^nb-(alster|spree|isar)-/.test(id))).toBe(
      true,
    );
    expect(productSet.productIds.length).toBeGreaterThan(0);
  });

  test('selected by hand have these products, and can be changed', async () => {
    const made = await createSet({ type: 'MANUAL', productKeys: [key(41, 1), key(41, 0)] });
    const { restId, productIds } = made.data.createProductSet.productSet;
    expect(productIds).toEqual(['nb-fjord-green-m', 'nb-fjord-green-s']);
    const changed = await mutate(
      'updateProductSet',
      { productCatalogId: catalog, productSetId: restId, productKeys: [key(41, 2)] },
      'productSet { name productIds }',
    );
    expect(changed.data.updateProductSet.productSet).toEqual({
      name: 'Set',
      productIds: ['nb-fjord-green-l'],
    });
    const filtered = await mutate(
      'updateProductSet',
      { productCatalogId: catalog, productSetId: key(43, 1), name: 'Other' },
      '',
    );
    expect(filtered.data.updateProductSet.outcome).toBe('REJECTED');
  });

  test('need the members of their type, at most 30 filters and at most 50 products', async () => {
    const filter = { attribute: 'PRICE', operator: 'LESS_THAN', value: '5.00 EUR' };
    await expectRefused(createSet({ type: 'FILTERED' }), 'input.filters');
    await expectRefused(createSet({ type: 'MANUAL' }), 'input.productKeys');
    await expectRefused(
      createSet({ type: 'FILTERED', filters: Array(31).fill(filter) }),
      'input.filters',
    );
    await expectRefused(
      createSet({ type: 'MANUAL', productKeys: Array(51).fill('1') }),
      'input.productKeys',
    );
  });

  test('are read by id, with one call each; an unknown one is null', async () => {
    const set = (id: string) =>
      running.ask(`{ productCatalogs { productSet(id: "${id}") { restId name } } }`);
    const asked = await set(`ProductSet:${key(43, 1)}`);
    expect(asked.data.productCatalogs).toEqual([
      { productSet: { restId: key(43, 1), name: 'Summer sale' } },
    ]);
    expect(requests(asked)).toEqual(['GET ', `GET /${catalog}/product_sets/${key(43, 1)}`]);
    const unknown = await set('42');
    expect([unknown.data.productCatalogs, unknown.errors]).toEqual([
      [{ productSet: null }],
      undefined,
    ]);
    expect(codes(await set(`Product:${key(41, 1)}`))).toEqual(['BAD_USER_INPUT']);
  });

  test('show an attribute that the API has added as UNRECOGNIZED', async () => {
    const stored = running.emulator.store.find('ProductSet', null, key(43, 1)) ?? {};
    const filters = [{ attribute: 'custom_field_5', operator: 'MATCH', value: 'test' }];
    running.emulator.store.insert('ProductSet', null, { ...stored, filters });
    const { data } = await running.ask(
      `{ productCatalogs { productSet(id: "${key(43, 1)}") { filters { attribute } raw } } }`,
    );
    const [{ productSet }] = data.productCatalogs;
    expect(productSet.filters).toEqual([{ attribute: 'UNRECOGNIZED' }]);
    expect(productSet.raw.filters).toEqual(filters);
  });

  test('are deleted permanently', async () => {
    const asked = await mutate(
      'deleteProductSet',
      { productCatalogId: catalog, productSetId: key(43, 0) },
      'productSet { name }',
    );
    expect(asked.data.deleteProductSet).toMatchObject({
      outcome: 'APPLIED',
      productSet: { name: 'Front page' },
    });
  });
});

const daily = {
  feedUrl: 'https://feeds.example/bags.tsv',
  feedFormat: 'TSV',
  frequency: 'DAILY',
  startTime: '01:30',
  timeZone: 'America/New_York',
};
const createFeed = (input: object) =>
  mutate(
    'createScheduledFeed',
    { productCatalogId: bare, ...daily, ...input },
    'scheduledFeed { restId frequency repeat startTime createdAt productCatalogId }',
  );

describe('scheduled feeds', () => {
  test('are read below their catalog, which is not read again for any of them', async () => {
    const asked = await running.ask(
      '{ productCatalogs { scheduledFeeds { feedUrl frequency repeat startTime timeZone productCatalog { name } } } }',
    );
    expect(asked.data.productCatalogs[0].scheduledFeeds).toEqual([
      {
        feedUrl: 'https://feeds.nordlicht-bikes.example/products.csv',
        frequency: 'WEEKLY',
        repeat: 'MONDAY',
        startTime: '05:30',
        timeZone: 'Europe/Berlin',
        productCatalog: { name: 'Nordlicht Bikes, everything' },
      },
    ]);
    expect(requests(asked)).toEqual(['GET ', `GET /${catalog}/scheduled_feeds`]);
  });

  test('are created once for a user, changed and deleted', async () => {
    const made = await createFeed({ frequency: 'HOURLY', repeat: '6' });
    const feed = made.data.createScheduledFeed.scheduledFeed;
    expect(feed).toMatchObject({ frequency: 'HOURLY', repeat: '6', productCatalogId: bare });
    expect((await createFeed({})).data.createScheduledFeed.outcome).toBe('REJECTED');
    const changed = await mutate(
      'updateScheduledFeed',
      { productCatalogId: bare, scheduledFeedId: feed.restId, frequency: 'DAILY' },
      'scheduledFeed { frequency repeat feedUrl }',
    );
    expect(changed.data.updateScheduledFeed.scheduledFeed).toEqual({
      frequency: 'DAILY',
      repeat: null,
      feedUrl: daily.feedUrl,
    });
    expect(changed.calls[0]?.body).toBe('frequency=DAILY');
    const gone = await mutate(
      'deleteScheduledFeed',
      { productCatalogId: bare, scheduledFeedId: feed.restId },
      'scheduledFeed { restId }',
    );
    expect(gone.data.deleteScheduledFeed.outcome).toBe('APPLIED');
    expect(running.emulator.store.find('ScheduledFeed', null, feed.restId)).toBeUndefined();
  });

  test.each([
    ['repeat', { frequency: 'WEEKLY' }],
    ['repeat', { frequency: 'HOURLY' }],
    ['repeat', { frequency: 'WEEKLY', repeat: '6' }],
    ['repeat', { frequency: 'HOURLY', repeat: 'MONDAY' }],
    ['repeat', { frequency: 'HOURLY', repeat: '5' }],
    ['repeat', { repeat: 'MONDAY' }],
    ['startTime', { startTime: '24:00' }],
    ['startTime', { startTime: '1:30' }],
    ['timeZone', { timeZone: '+02:00' }],
    ['timeZone', { timeZone: 'Berlin' }],
    ['timeZone', { timeZone: 'Europe/Bern' }],
    ['feedUrl', { feedUrl: 'file.csv' }],
  ])('are not sent with an invalid %s: %j', async (name, wrong) => {
    await expectRefused(createFeed(wrong), `input.${name}`);
  });
});

describe('rate windows', () => {
  test('belong to each endpoint, for a user, and are in the plan', async () => {
    const { extensions, calls } = await running.ask(
      '{ productCatalogs { products(first: 10) { nodes { title } } scheduledFeeds { feedUrl } } }',
      {},
      { headers: { 'x-ads-plan': '1' } },
    );
    expect(calls).toEqual([]);
    expect(extensions?.['plan']).toMatchObject({
      calls: { least: 1, most: 3 },
      endpoints: [
        {
          endpoint: 'listProductCatalogs',
          least: 1,
          most: 1,
          scopes: ['user:listProductCatalogs'],
        },
        { endpoint: 'listProducts', least: 0, most: 1, scopes: ['user:listProducts'] },
        { endpoint: 'listScheduledFeeds', least: 0, most: 1, scopes: ['user:listScheduledFeeds'] },
      ],
    });
  });

  test.each([
    ['createProductCatalog', 20],
    ['putProducts', 600],
    ['deleteProducts', 150],
    ['listProducts', 1000],
    ['getProductSet', 2000],
    ['createProductSet', 100],
    ['updateProductSet', 500],
    ['deleteScheduledFeed', 20],
  ] as const)('of %s holds %i calls in 15 minutes', (name, limit) => {
    const { standard: usual } = windowsOf(catalogue[name]);
    expect(usual.of).toMatchObject({ limit, seconds: 900, per: 'endpoint' });
  });
});
