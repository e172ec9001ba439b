import { describe, expect, test } from 'vitest';
import type { Answer } from '../support/gateway.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { introspection } from '../support/hostile-documents.ts';

const running = useGateway();

const refused = ({ status, errors, calls }: Answer) => ({
  status,
  codes: errors?.map(({ extensions }) => extensions.code),
  calls: calls.length,
});

const refusal = (code: string) => ({ status: 400, codes: [code], calls: 0 });

const nested = (field: string, levels: number): string =>
  levels === 1 ? field : `${field} { ${nested(field, levels - 1)} }`;

/** Fragments each of which spreads the next one twice. */
const doubling = (levels: number, spread: (next: string) => string, end: string): string =>
  [
    ...Array.from(
      { length: levels },
      (_, level) => `fragment F${level} on Account { ${spread(`F${level + 1}`)} }`,
    ),
    `fragment F${levels} on Account { ${end} }`,
  ].join('\n');

describe('depth', () => {
  test('of 20 fields is accepted, counting edges and nodes', async () => {
    // 1 for the account, 16 for four rounds of four, 3 in the middle.
    const round = 'campaigns(first: 1) { edges { node { account { ';
    const text = (end: string) =>
      `{ account(id: "x") { ${round.repeat(4)} campaigns(first: 1) { ${end} } ${'} } } } '.repeat(4)} } }`;
    expect((await running.ask(text('nodes { id }'))).status).toBe(200);
    const deeper = await running.ask(text('nodes { dailyBudget { micros } }'));
    expect(refused(deeper)).toEqual(refusal('DEPTH_LIMIT_EXCEEDED'));
  });

  test.each([21, 90, 300, 1900])('of %i fields is refused', async (levels) => {
    const answered = await running.ask(`{ ${nested('a', levels)} }`);
    expect(refused(answered)).toEqual(refusal('DEPTH_LIMIT_EXCEEDED'));
  });

  test('of 3000 fields has too many tokens', async () => {
    const answered = await running.ask(`{ ${'a { '.repeat(3000)} b ${'} '.repeat(3000)} }`);
    expect(['DEPTH_LIMIT_EXCEEDED', 'TOKEN_LIMIT_EXCEEDED']).toContain(
      answered.errors?.[0]?.extensions.code,
    );
    expect(answered.status).toBe(400);
  });

  test('of 50,000 fields is too long to be read', async () => {
    const answered = await running.ask(`{ ${'a { '.repeat(50_000)} b ${'} '.repeat(50_000)} }`);
    expect(answered.errors?.[0]?.extensions.code).toBe('PAYLOAD_TOO_LARGE');
    expect(answered.status).toBe(413);
  });

  test('is counted through fragments', async () => {
    const chain = Array.from(
      { length: 12 },
      (_, level) => `fragment G${level} on Account { campaigns { nodes { ...G${level + 1} } } }`,
    ).join(' ');
    const answered = await running.ask(`{ accounts { nodes { ...G0 } } } ${chain}`);
    expect(refused(answered)).toEqual(refusal('DEPTH_LIMIT_EXCEEDED'));
    expect(answered.errors?.[0]?.message).toMatch(/LIMIT_DEPTH \(20\)/);
  });

  test('of nested values is bounded too', async () => {
    const answered = await running.ask(
      `{ node(id: ${'['.repeat(1000)}${']'.repeat(1000)}) { id } }`,
    );
    expect(refused(answered)).toEqual(refusal('DEPTH_LIMIT_EXCEEDED'));
  });
});

describe('counts', () => {
  test('4,000 tokens are accepted and 4,001 refused', async () => {
    // Twelve tokens surround the values.
    const ids = (count: number) => `{ nodes(ids: [${'"a" '.repeat(count)}]) { __typename } }`;
    const taken = await running.ask(ids(3988));
    expect(taken.errors?.map(({ extensions }) => extensions['argument'])).toEqual(['ids']);
    expect(refused(await running.ask(ids(3989)))).toEqual(refusal('TOKEN_LIMIT_EXCEEDED'));
  });

  test('50 aliases are accepted and 51 refused', async () => {
    const aliases = (count: number) =>
      `{ viewer { ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} } }`;
    expect((await running.ask(aliases(50))).status).toBe(200);
    expect(refused(await running.ask(aliases(51)))).toEqual(refusal('ALIAS_LIMIT_EXCEEDED'));
  });

  test('30 root fields are accepted and 31 refused', async () => {
    const roots = (count: number) =>
      `{ ${Array.from({ length: count }, (_, index) => `a${index}: __typename`).join(' ')} }`;
    expect((await running.ask(roots(30))).status).toBe(200);
    expect(refused(await running.ask(roots(31)))).toEqual(refusal('COST_LIMIT_EXCEEDED'));
  });

  test('11 mutations are refused before the first is sent', async () => {
    const input = '{ accountId: "a1", fundingInstrumentId: "f1", name: "x" }';
    const many = Array.from(
      { length: 11 },
      (_, index) => `m${index}: createCampaign(input: ${input}) { outcome }`,
    );
    const answered = await running.ask(`mutation { ${many.join(' ')} }`);
    expect(refused(answered)).toEqual(refusal('COST_LIMIT_EXCEEDED'));
    expect(answered.errors?.[0]?.message).toContain('LIMIT_MUTATIONS (10)');
  });

  test('6 directives at one place are refused', async () => {
    const skips = (count: number) => `{ viewer { signedIn ${'@skip(if: false) '.repeat(count)} } }`;
    expect(refused(await running.ask(skips(6)))).toEqual(refusal('DIRECTIVE_LIMIT_EXCEEDED'));
    // Fewer directives are left to validation, which accepts one.
    expect(refused(await running.ask(skips(2)))).toEqual(refusal('GRAPHQL_VALIDATION_FAILED'));
    expect((await running.ask(skips(1))).status).toBe(200);
  });
});

describe('fragments', () => {
  test.each([20, 60])('that double %i times are refused for their cost', async (levels) => {
    const bomb = doubling(levels, (next) => `...${next} ...${next}`, 'id name');
    const answered = await running.ask(`{ accounts { nodes { ...F0 } } } ${bomb}`);
    expect(refused(answered)).toEqual(refusal('COST_LIMIT_EXCEEDED'));
    expect(answered.errors?.[0]?.message).not.toMatch(/Infinity|NaN|e\+/);
  });

  test('that double with aliases are refused', async () => {
    const spread = (next: string) =>
      `a: campaigns { nodes { account { ...${next} } } } b: campaigns { nodes { account { ...${next} } } }`;
    const bomb = doubling(20, spread, 'id');
    const answered = await running.ask(`{ accounts { nodes { ...F0 } } } ${bomb}`);
    expect(answered.status).toBe(400);
    expect(answered.calls).toEqual([]);
  });

  test.each([
    '{ accounts { nodes { ...A } } } fragment A on Account { id ...A }',
    '{ accounts { nodes { ...A } } } fragment A on Account { ...B } fragment B on Account { ...A }',
    '{ accounts { nodes { ...Missing } } }',
  ])('that lead nowhere or in circles are refused: %s', async (text) => {
    expect(refused(await running.ask(text)).codes?.[0]).toBe('GRAPHQL_VALIDATION_FAILED');
  });
});

describe('deferred fragments', () => {
  const chained = (levels: number): string =>
    [
      ...Array.from(
        { length: levels },
        (_, level) =>
          `fragment F${level} on Account { ...F${level + 1} @defer(label: "l${level}") }`,
      ),
      `fragment F${levels} on Account { id }`,
    ].join(' ');

  test('count like fields, because each is sent by itself', async () => {
    const later = chained(19).replaceAll('...F', '...L').replaceAll('fragment F', 'fragment L');
    const spread = (levels: number) =>
      `{ accounts { nodes { ...F0 } } } ${doubling(levels, (next) => `...${next} ...${next}`, '...L0')} ${later}`;
    // 2^7 times a field after 19 such fragments, and 2^8 times.
    expect((await running.ask(spread(7))).errors).toBeUndefined();
    const answered = await running.ask(spread(8));
    expect(refused(answered)).toEqual(refusal('COST_LIMIT_EXCEEDED'));
    expect(answered.errors?.[0]?.message).toMatch(/LIMIT_FIELDS/);
  });

  test('count like values, for each object', async () => {
    const query = `{ accounts(first: 1000) { nodes { campaigns(first: 40) { nodes { account { ...F0 } } } } } } ${chained(60)}`;
    const headers = { accept: 'multipart/mixed, application/json' };
    const answered = await running.ask(query, {}, { headers });
    expect(answered.errors?.[0]?.message).toMatch(/LIMIT_VALUES/);
  });
});

describe('the description of the schema', () => {
  test('is accepted as a whole', async () => {
    const { data, errors } = await running.ask(introspection);
    expect(errors).toBeUndefined();
    expect(data.__schema.types.length).toBeGreaterThan(100);
  });

  test('is looked up by several names at once, as code generators do', async () => {
    const look = (name: string) => `${name}: __type(name: "__${name}") { fields { name } }`;
    const names = ['Schema', 'Type', 'Field', 'Directive', 'InputValue'];
    const { data, errors } = await running.ask(
      `{ ${names.map(look).join(' ')} __schema { description } }`,
    );
    expect(errors).toBeUndefined();
    expect(Object.keys(data)).toEqual([...names, '__schema']);
    const twice = await running.ask('{ a: __schema { description } b: __schema { description } }');
    expect(refused(twice)).toEqual(refusal('COST_LIMIT_EXCEEDED'));
  });

  test('costs as much as is selected of it', async () => {
    const fields = '{ __schema { types { name fields { name } } } }';
    const headers = { 'x-ads-plan': '1' };
    const { extensions } = await running.ask(fields, {}, { headers });
    const { data } = await running.ask(fields);
    const types: { readonly fields: readonly unknown[] | null }[] = data.__schema.types;
    const inside = types.reduce((sum, { fields: own }) => sum + (own?.length ?? 0), 0);
    expect(extensions?.['plan']).toMatchObject({
      objects: 1 + types.length + inside,
      values: 2 + 2 * types.length + inside,
      calls: { least: 0, most: 0 },
    });
  });

  test('is refused if it is written too often', async () => {
    const names = (from: string, inside: string) =>
      Array.from({ length: 24 }, (_, at) => `${from}${at}: fields { ${inside} }`).join(' ');
    const answered = await running.ask(
      `{ __schema { types { ${names('a', 'type { ...F }')} } } } fragment F on __Type { ${names('b', 'name')} }`,
    );
    expect(refused(answered)).toEqual(refusal('COST_LIMIT_EXCEEDED'));
    expect(answered.errors?.[0]?.message).toMatch(/LIMIT_OBJECTS/);
  });
});

describe('cost', () => {
  const three = (first: string) =>
    `accounts(first: ${first}) { nodes { campaigns(first: ${first}) { nodes { lineItems(first: ${first}) { nodes { id } } } } } }`;

  test('is refused before any call, with both figures', async () => {
    const answered = await running.ask(`{ ${three('1000')} }`);
    expect(refused(answered)).toEqual(refusal('COST_LIMIT_EXCEEDED'));
    // 1,000 accounts, 1,000 × 1,000 campaigns, 1,000³ line items; 1 call for the accounts, one for
    // each of them, and one for every 200 campaigns.
    expect(answered.errors?.[0]?.message).toContain('1001001000 objects');
    expect(answered.errors?.[0]?.message).toContain('6001 upstream calls');
  });

  test.each([
    ['a variable', `query ($n: Int) { ${three('$n')} }`, { n: 1000 }],
    ["a variable's default", `query ($n: Int = 1000) { ${three('$n')} }`, {}],
  ])('is found behind %s', async (_what, text, variables) => {
    expect(refused(await running.ask(text, variables))).toEqual(refusal('COST_LIMIT_EXCEEDED'));
  });

  test('counts the default length if first is omitted or null', async () => {
    const usual =
      'accounts { nodes { campaigns { nodes { lineItems { nodes { promotedTweets { nodes { id } } } } } } } }';
    // 50⁴ promoted tweets are over the limit of 50,000.
    expect(refused(await running.ask(`{ ${usual} }`))).toEqual(refusal('COST_LIMIT_EXCEEDED'));
    const nothing = usual.replace('campaigns', 'campaigns(first: null)');
    expect(refused(await running.ask(`{ ${nothing} }`))).toEqual(refusal('COST_LIMIT_EXCEEDED'));
  });

  test('does not count fields that a condition leaves out', async () => {
    const text = `query ($all: Boolean!) { viewer { signedIn } ... @include(if: $all) { ${three('1000')} } }`;
    expect((await running.ask(text, { all: false })).status).toBe(200);
    expect(refused(await running.ask(text, { all: true }))).toEqual(refusal('COST_LIMIT_EXCEEDED'));
  });

  test('does not count twice the fields that fragments select twice', async () => {
    const campaigns = 'campaigns(first: 200) { nodes { lineItems(first: 8) { nodes { id } } } }';
    const text = `{ accounts(first: 20) { nodes { ...A ...B } } } fragment A on Account { ${campaigns} } fragment B on Account { ${campaigns} }`;
    // 20 × 200 × 8 = 32,000 line items once; twice would be refused.
    expect((await running.ask(text)).errors).toBeUndefined();
  });

  test('counts the fields of an id as often as the id is named', async () => {
    const ids = Array.from({ length: 60 }, () => 'Account:18ce54bik3s');
    const document =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Account { campaigns(first: 1000) { nodes { id } } } } }';
    const { extensions } = await running.ask(document, { ids }, { headers: { 'x-ads-plan': '1' } });
    expect(extensions?.['plan']).toMatchObject({ objects: 60 + 60 * 1000 });
    expect(refused(await running.ask(document, { ids: [...ids, ...ids] }))).toEqual(
      refusal('COST_LIMIT_EXCEEDED'),
    );
  });

  test('includes a call for each account, however few rows it has', async () => {
    const strict = await startGateway({ env: { LIMIT_CALLS: '25' } });
    const answered = await strict.ask(`{
      accounts(first: 5) { nodes { campaigns(first: 20) { nodes {
        fundingInstrument { description }
        lineItems(first: 10) { nodes {
          promotedTweets(first: 5) { nodes { tweetId } }
          targetingCriteria(first: 20) { nodes { targetingType } }
        } }
      } } } }
    }`);
    expect(refused(answered)).toEqual(refusal('COST_LIMIT_EXCEEDED'));
    // 1 for the accounts, and 5 for each of the five fields below them: 100 campaigns and 1,000
    // line items in 5 accounts.
    expect(answered.errors?.[0]?.extensions['cost']).toEqual({
      field: 'targetingCriteria',
      objects: 26_205,
      calls: 26,
      values: 29_412,
    });
    await strict.close();
  });

  test.each<[string, number, Readonly<Record<string, unknown>>?]>([
    ['{ accounts(first: 9) { nodes { industryType } } }', 10],
    [
      '{ accounts(first: 9) { nodes { name } edges { node { industryType again: industryType } } } }',
      10,
    ],
    [
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Account { industryType } } }`,
      10,
      { ids: Array.from({ length: 9 }, (_, n) => `Account:x${n}`) },
    ],
    ['{ account(id: "x1") { targetingCriterion(id: "t1") { operatorType } } }', 2],
    ['{ account(id: "x1") { targetingCriteria { nodes { operatorType } } } }', 1],
    ['{ account(id: "x1") { industryType } }', 1],
  ])(
    'counts the calls for columns that an answer omits in `%s`',
    async (text, calls, variables = {}) => {
      const strict = await startGateway({ env: { LIMIT_CALLS: String(Math.max(1, calls - 1)) } });
      const answered = await strict.ask(text, variables);
      await strict.close();
      if (calls === 1) expect(answered.errors?.[0]?.extensions['cost']).toBeUndefined();
      else expect(answered.errors?.[0]?.extensions['cost']).toMatchObject({ calls });
    },
  );

  const withAccounts = (own: string, first: number) =>
    `{ accounts(first: ${first}) { nodes { ${own} campaigns(first: 2) { nodes { account { industryType } } } } } }`;
  test.each([
    [withAccounts('id', 3), 7],
    [withAccounts('industryType', 3), 7],
    [withAccounts('id', 1), 3],
    [
      '{ account(id: "18ce54bik3s") { campaigns(first: 2) { nodes { account { industryType } } } } }',
      2,
    ],
    [withAccounts('businessName', 2), 5],
  ])('counts as many calls as links to accounts cost in `%s`', async (text, calls) => {
    expect((await running.ask(text)).calls).toHaveLength(calls);
    const strict = await startGateway({ env: { LIMIT_CALLS: String(calls - 1) } });
    const answered = await strict.ask(text);
    await strict.close();
    expect(refused(answered)).toEqual(refusal('COST_LIMIT_EXCEEDED'));
    expect(answered.errors?.[0]?.extensions['cost']).toMatchObject({ calls });
  });

  test.each<[string, readonly string[], number]>([
    ['the same account', ['campaign', 'campaign'], 1],
    ['the same account, and other entities', ['campaign', 'campaign', 'lineItem', 'lineItem'], 2],
  ])('counts fields that read rows by id in %s as shared calls', async (_, fields, calls) => {
    const account = '18ce54bik3s';
    const known = await running.ask(
      `{ account(id: "${account}") { campaign: campaigns(first: 2) { nodes { restId } } lineItem: lineItems(first: 2) { nodes { restId } } } }`,
    );
    const rows = (known.data?.['account'] ?? {}) as Readonly<
      Record<string, { readonly nodes: readonly { readonly restId: string }[] }>
    >;
    const selected = fields.map(
      (name, at) => `f${at}: ${name}(id: "${rows[name]?.nodes[at % 2]?.restId}") { name }`,
    );
    const text = `{ account(id: "${account}") { ${selected.join(' ')} } }`;
    const strict = await startGateway({ env: { LIMIT_CALLS: String(calls) } });
    const answered = await strict.ask(text);
    await strict.close();
    expect(answered.errors).toBeUndefined();
    expect((await running.ask(text)).calls).toHaveLength(calls);
  });

  const bikes = '18ce54bik3s';
  const campaign = (at: number) => `campaign(id: "cik3s00${at}") { name }`;
  const node = (at: number) =>
    `n${at}: node(id: "Campaign:${bikes}:cik3s00${at}") { ... on Campaign { name } }`;
  test.each<[string, number]>([
    // Lists of up to 20 rows are requested with the same count.
    [
      `{ account(id: "${bikes}") { a: campaigns(first: 2) { nodes { name } } b: campaigns(first: 20) { nodes { name } } } }`,
      1,
    ],
    [
      `{ account(id: "${bikes}") { a: campaigns(first: 20) { nodes { name } } b: campaigns(first: 21) { nodes { name } } c: campaigns(first: 3, withDeleted: true) { nodes { name } } } }`,
      3,
    ],
    [
      `{ account(id: "${bikes}") { campaigns(first: 2) { nodes { a: lineItems(first: 1) { nodes { name } } b: lineItems(first: 2) { nodes { name } } } } } }`,
      2,
    ],
    ['{ a: accounts(first: 1) { nodes { name } } b: accounts(first: 2) { nodes { name } } }', 1],
    // Rows of one account are read together, whichever field requests them.
    [`{ ${node(0)} account(id: "${bikes}") { ${campaign(1)} } ${node(2)} }`, 1],
    [`{ account(id: "${bikes.toUpperCase()}") { name ${campaign(1)} } ${node(0)} }`, 2],
    [
      `{ a: account(id: "${bikes}") { ${campaign(0)} } b: account(id: "Account:${bikes}") { ${campaign(1)} } }`,
      1,
    ],
    [
      `{ ${node(0)} node(id: "Account:${bikes}") { ... on Account { name ${campaign(1)} } } nodes(ids: ["LineItem:${bikes}:lik3s000"]) { ... on LineItem { name } } }`,
      3,
    ],
    [`{ ${node(0)} account(id: "18ce54cf3e2") { ${campaign(1)} } }`, 2],
  ])('counts shared calls as often as they are made in `%s`', async (text, calls) => {
    const answered = await running.ask(text);
    expect(answered.calls).toHaveLength(calls);
    const enough = await startGateway({ env: { LIMIT_CALLS: String(calls) } });
    expect((await enough.ask(text)).errors).toEqual(answered.errors);
    await enough.close();
    if (calls === 1) return;
    const strict = await startGateway({ env: { LIMIT_CALLS: String(calls - 1) } });
    expect((await strict.ask(text)).errors?.[0]?.extensions['cost']).toMatchObject({ calls });
    await strict.close();
  });

  test('counts the account that many rows in one account link to as one row, and many accounts as one call', async () => {
    const ids = Array.from({ length: 150 }, (_, n) => `Campaign:x${n.toString(36)}:c1`);
    const text =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign { name account { name } } } }';
    const strict = await startGateway({ env: { LIMIT_CALLS: '151' } });
    const answered = await strict.ask(text, { ids });
    await strict.close();
    expect(answered.errors?.[0]?.extensions['cost']).toBeUndefined();
    expect(answered.calls.length).toBeLessThanOrEqual(151);
    const stricter = await startGateway({ env: { LIMIT_CALLS: '150' } });
    const refusedThere = await stricter.ask(text, { ids });
    await stricter.close();
    expect(refusedThere.errors?.[0]?.extensions['cost']).toMatchObject({ calls: 151 });
  });

  test('requests nothing for links of which only ids are selected', async () => {
    const strict = await startGateway({ env: { LIMIT_CALLS: '6' } });
    const campaigns = (link: string) =>
      `{ accounts(first: 5) { nodes { campaigns(first: 20) { nodes { fundingInstrument { ${link} } } } } } }`;
    expect((await strict.ask(campaigns('id restId'))).status).toBe(200);
    expect(refused(await strict.ask(campaigns('description')))).toEqual(
      refusal('COST_LIMIT_EXCEEDED'),
    );
    await strict.close();
  });
});
