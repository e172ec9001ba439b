import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { problemsOf } from '../../src/upstream/catalogue/language/check.ts';
import { decode, encode, fromJson, toJson } from '../../src/upstream/catalogue/language/codecs.ts';
import {
  choices,
  flag,
  id,
  ids,
  int,
  json,
  listOf,
  long,
  type Param,
  shape,
  text,
  time,
  variant,
} from '../../src/upstream/catalogue/language/params.ts';
import { utc } from '../../src/upstream/catalogue/language/times.ts';
import { parseLossless } from '../../src/upstream/client/json/untrusted.ts';
import { encodeRequest } from '../../src/upstream/client/request/encode.ts';
import { anyText } from '../support/any-text.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

const numRuns = runs(300, 50_000);

const someText = anyText({ minLength: 1 });
const anyLong = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const anyId = fc.stringMatching(/^[0-9a-z]{1,12}$/);
const anyTime = fc
  .date({
    min: new Date('0100-01-01T00:00:00Z'),
    max: new Date('9998-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().replace(/\.\d{3}Z$/, 'Z'));
const color = choices('Color', '', { RED: '', GREEN: '' }).any('');
const size = shape('Size', '', { width: int(''), area: long(''), since: time('') });
const anySize = fc.record(
  {
    width: fc.option(fc.integer()),
    area: fc.option(anyLong),
    since: fc.option(anyTime),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/**
 * Each kind of parameter with valid values; those of the first table are sent in a query or form.
 */
const plain: readonly (readonly [string, Param, fc.Arbitrary<unknown>])[] = [
  ['text', text(''), someText],
  ['id', id(''), anyId],
  ['int', int(''), fc.integer()],
  ['long', long(''), anyLong],
  ['flag', flag(''), fc.boolean()],
  ['time', time(''), anyTime],
  ['choice', color, fc.constantFrom('RED', 'GREEN')],
  ['list of ids', ids(''), fc.uniqueArray(anyId, { minLength: 1 })],
  ['list of ints', listOf(int(''), ''), fc.array(fc.integer(), { minLength: 1 })],
  ['list of longs', listOf(long(''), ''), fc.array(anyLong, { minLength: 1 })],
];

const nested: readonly (readonly [string, Param, fc.Arbitrary<unknown>])[] = [
  ['list of texts', listOf(text(''), ''), fc.array(someText)],
  ['shape', size, anySize],
  ['list of shapes', listOf(size, ''), fc.array(anySize)],
  [
    'variant',
    variant('Thing', '', { tag: 'type', of: { BOX: size } }),
    anySize.map((members) => ({ type: 'BOX', ...members })),
  ],
  [
    'json',
    json(''),
    // Whole numbers beyond 2^53 return as their digits, on purpose.
    fc
      .jsonValue()
      .map((value) => JSON.stringify(value))
      .filter((written) => !/\d{16}/.test(written))
      .map((written) => JSON.parse(written)),
  ],
];

describe('a value in a query or form', () => {
  test.for(plain)(`of kind %s comes back as it was sent (seed ${seed})`, ([, param, values]) => {
    fc.assert(
      fc.property(values, (value) => {
        expect(decode(param, encode(param, value))).toEqual(value);
      }),
      { seed, numRuns },
    );
  });

  test.for(plain)('of kind %s is null where it is empty', ([, param]) => {
    expect(encode(param, null)).toBe('');
    expect(decode(param, '')).toBeNull();
  });
});

describe('a value in a JSON body', () => {
  test.for([...plain, ...nested])(
    `of kind %s comes back as it was sent (seed ${seed})`,
    ([, param, values]) => {
      fc.assert(
        fc.property(fc.option(values), (value) => {
          const written = JSON.stringify({ value: toJson(param, value) });
          const { value: read } = parseLossless(written) as { readonly value: unknown };
          expect(fromJson(param, read)).toEqual(value);
        }),
        { seed, numRuns },
      );
    },
  );

  test('holds every digit of a long, as an integer', () => {
    expect(JSON.stringify(toJson(long(''), '9007199254740993'))).toBe('9007199254740993');
    expect(JSON.stringify(toJson(size, { area: '-9223372036854775808' }))).toBe(
      '{"area":-9223372036854775808}',
    );
  });
});

const creating = (params: Readonly<Record<string, unknown>>) => ({
  account_id: 'a1',
  funding_instrument_id: 'f1',
  name: 'Spring',
  ...params,
});
const refusals = (params: Readonly<Record<string, unknown>>): readonly string[] =>
  problemsOf(catalogue.createCampaign, creating(params), Date.now()).map(({ path }) =>
    path.join('.'),
  );
const sent = (params: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(String(encodeRequest(catalogue.createCampaign, creating(params)).body));

describe('an amount of money', () => {
  const amount = 'daily_budget_amount_local_micro';

  test.for([
    '1e6',
    1.1,
    '1.1',
    '-1',
    '9223372036854775808',
    '１００',
    ' 5',
    'NaN',
    Number.NaN,
    100,
  ])('is refused when it is %j', (value) => {
    expect(refusals({ [amount]: value })).toEqual([amount]);
  });

  test.for(['0', '1', '9007199254740993', '9223372036854775807'])(
    'reaches the form digit by digit when it is %s',
    (value) => {
      expect(refusals({ [amount]: value })).toEqual([]);
      expect(sent({ [amount]: value }).get(amount)).toBe(value);
    },
  );

  test('reaches a batch digit by digit', () => {
    const params = { campaign_id: 'k1', [amount]: '9007199254740993' };
    const operations = [{ operation_type: 'Update', params }];
    const { body } = encodeRequest(catalogue.batchCampaigns, { account_id: 'a1', operations });
    expect(body).toBe(
      '[{"operation_type":"Update","params":{"campaign_id":"k1","daily_budget_amount_local_micro":9007199254740993}}]',
    );
  });
});

describe('a name', () => {
  test.for([
    ['255 letters', 'n'.repeat(255)],
    ['255 emoji', '🎯'.repeat(255)],
    ['a letter and 254 combining marks', `e${'\u0301'.repeat(254)}`],
    ['a right-to-left override', 'a\u202eb'],
    ['blanks on both sides', '  Spring  '],
    ['what signatures trip over', "+%&=~'*!()"],
  ])('of %s is sent unchanged', ([, name]) => {
    expect(refusals({ name })).toEqual([]);
    expect(sent({ name }).get('name')).toBe(name);
  });

  test.for([
    ['nothing', ''],
    ['256 letters', 'n'.repeat(256)],
    ['256 emoji', '🎯'.repeat(256)],
    ['a letter and 255 combining marks', `e${'\u0301'.repeat(255)}`],
    ['half of a surrogate pair', 'a\ud800'],
  ])('of %s is refused', ([, name]) => {
    expect(refusals({ name })).toEqual(['name']);
  });

  test('is percent-encoded by RFC 3986', () => {
    const { body } = encodeRequest(catalogue.createCampaign, creating({ name: "é +%&=~'*!()" }));
    expect(body).toBe('funding_instrument_id=f1&name=%C3%A9%20%2B%25%26%3D~%27%2A%21%28%29');
  });
});

describe('a time', () => {
  test.for<readonly [string, string]>([
    ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['2026-03-01T01:30:00+02:00', '2026-02-28T23:30:00Z'],
    ['2026-03-01T01:30:00+0200', '2026-02-28T23:30:00Z'],
    ['2026-03-01T01:30:00-08', '2026-03-01T09:30:00Z'],
    ['2026-03-01T00:00:00.999Z', '2026-03-01T00:00:00Z'],
    ['2026-03-01T00:00Z', '2026-03-01T00:00:00Z'],
    ['2026-03-01', '2026-03-01T00:00:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
  ])('%s is sent as %s', ([written, expected]) => {
    expect(utc(written)).toBe(expected);
    expect(encode(time(''), written)).toBe(expected);
  });

  test.for([
    '2026-02-30T00:00:00Z',
    '2026-03-01T00:00:00',
    '0000-01-01T00:00:00Z',
    '2026-03-01T00:00:60Z',
    '2026-03-01T24:00:00Z',
    '2026-3-1T00:00:00Z',
    '2026-03-01T00:00:00+15:00',
    '2026-03-01 00:00:00Z',
    '２０２６-03-01T00:00:00Z',
    '1767225600',
    '',
  ])('%j is refused', (written) => {
    expect(utc(written)).toBeNull();
  });
});

describe('omitted, cleared and given values', () => {
  const { account_id, campaign_id } = { account_id: 'A1B2', campaign_id: 'K9X1' };

  test('are three different things in a form', () => {
    const input = { account_id, campaign_id, purchase_order_number: null, name: 'n' };
    const { path, body } = encodeRequest(catalogue.updateCampaign, {
      ...input,
      standard_delivery: undefined,
    });
    expect(path).toBe('/12/accounts/a1b2/campaigns/k9x1');
    expect(body).toBe('name=n&purchase_order_number=');
  });

  test('are three different things in a batch', () => {
    const params = {
      campaign_id,
      purchase_order_number: null,
      name: 'n',
      standard_delivery: undefined,
    };
    const operations = [{ operation_type: 'Update', params }];
    const { path, body } = encodeRequest(catalogue.batchCampaigns, { account_id, operations });
    expect(path).toBe('/12/batch/accounts/a1b2/campaigns');
    expect(body).toBe(
      '[{"operation_type":"Update","params":{"campaign_id":"k9x1","name":"n","purchase_order_number":null}}]',
    );
  });
});

test('an id that a filter names twice is written once, text unchanged', () => {
  expect(encode(ids('', { matches: 'id' }), ['a1', 'b2', 'a1'])).toBe('a1,b2');
  expect(encode(ids(''), ['a1', 'b2', 'a1'])).toBe('a1,b2,a1');
});
