import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import { readRows } from '../../src/upstream/client/bytes/read-rows.ts';
import type { Row } from '../../src/upstream/client/row.ts';
import { fillIn, sentOf } from '../../src/upstream/client/row.ts';
import { carefully, damaged, deep, json, name, outcome } from '../support/json-texts.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

const numRuns = runs(600, 200_000);

interface Reply {
  readonly data: readonly unknown[];
  readonly [member: string]: unknown;
}

const [anyEndpoint] = endpoints as readonly [Endpoint];

/** An endpoint whose replies have not been read yet. */
const newEndpoint = (): Endpoint => ({ ...anyEndpoint });

const read = (sent: string | Buffer, endpoint = newEndpoint()): Reply | null =>
  readRows(endpoint, Buffer.from(sent)) as Reply | null;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wholeOf = (value: unknown): unknown => (isRow(value) ? sentOf(value) : value);

/** A reply, read column by column. */
const byColumn = ({ data, ...rest }: Reply, names: readonly (readonly string[])[]): unknown => ({
  ...rest,
  data: data.map((row, index) =>
    isRow(row)
      ? Object.fromEntries((names[index] ?? []).map((column) => [column, row[column]]))
      : row,
  ),
});

const namesIn = ({ data }: Reply): readonly (readonly string[])[] =>
  data.map((row) => (isRow(row) ? Object.keys(row) : []));

/** The part of the repeated request that is read: its account. */
const echoIn = (request: unknown): unknown => {
  const params = isRow(request) ? request['params'] : null;
  const hasAccount = isRow(params) && Object.hasOwn(params, 'account_id');
  return hasAccount ? { params: { account_id: params['account_id'] } } : {};
};

/** Expects that a reply is read as the language's own parser reads it, or not at all. */
const expectSame = (sent: string | Buffer, endpoint?: Endpoint): void => {
  const right = outcome(() => carefully(sent.toString())) as { readonly value?: Reply };
  const reply = read(sent, endpoint);
  if (reply === null) return;
  const { value: all } = right as { readonly value: Reply };
  const value = 'request' in all ? { ...all, request: echoIn(all['request']) } : all;
  if (!Array.isArray(reply.data)) {
    expect(reply).toStrictEqual(value);
    return;
  }
  expect({ ...reply, data: reply.data.map(wholeOf) }).toStrictEqual(value);
  expect(byColumn(reply, namesIn(value))).toStrictEqual(value);
};

const compact = json.map((text) => {
  const parsed = outcome(() => JSON.parse(text)) as { readonly value: unknown };
  return /\d{16}/.test(text) ? text : JSON.stringify(parsed.value);
});

const rowOf = (columns: readonly string[], values: readonly string[]): string =>
  `{${columns.map((column, index) => `${column}:${values[index] ?? 'null'}`).join(',')}}`;

/** Rows with the same names, and some without or of another kind. */
const list = fc
  .record({
    columns: fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
    rows: fc.array(fc.array(fc.oneof(compact, json), { maxLength: 5 }), {
      minLength: 1,
      maxLength: 12,
    }),
    other: fc.oneof(json, damaged, deep),
    at: fc.nat({ max: 60 }),
  })
  .map(({ columns, rows, other, at }) => {
    const written = rows.map((values) => rowOf(columns, values));
    if (at < written.length) written[at] = other;
    return written.join(',');
  });

const reply = fc
  .record({
    mark: fc.constantFrom('', '', '\ufeff'),
    account: fc.oneof(json, fc.constant('"18ce54d4x5t"')),
    rows: list,
    beside: fc.oneof(compact, json, damaged),
    end: fc.constantFrom('', '\n', 'x'),
  })
  .map(
    ({ mark, account, rows, beside, end }) =>
      `${mark}{"request":{"ids":${beside},"params":{"count":1,"account_id":${account}}},` +
      `"data":[${rows}],"total_count":${beside},"next_cursor":"c"}${end}`,
  );

describe('rows that stay JSON until they are read', () => {
  test(`have the values of the language's own parser (seed ${seed})`, () => {
    fc.assert(
      fc.property(reply, (text) => {
        expectSame(text);
      }),
      { seed, numRuns },
    );
  });

  test(`do so after a reply of other rows, and if a byte is lost (seed ${seed})`, () => {
    fc.assert(
      fc.property(reply, reply, fc.nat(), (before, text, lost) => {
        const endpoint = newEndpoint();
        read(before, endpoint);
        expectSame(text, endpoint);
        const bytes = Buffer.from(text);
        const place = lost % bytes.length;
        expectSame(Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]), endpoint);
        expectSame(bytes.subarray(0, place), endpoint);
      }),
      { seed, numRuns },
    );
  });

  const row = (id: string, rest = ''): string => `{"id":"${id}","name":"a"${rest}}`;
  const page = (...rows: readonly string[]): string =>
    `{"request":{"params":{"account_id":"x"}},"next_cursor":null,"data":[${rows.join(',')}]}`;

  test('have no own properties, yet every column can be read and the row be converted', () => {
    const { data } = read(page(row('1'), row('2'), row('3'))) as Reply;
    const [, second] = data as readonly Row[];
    expect(Object.keys(second as Row)).toEqual([]);
    expect(second?.['name']).toBe('a');
    expect(second?.['surname']).toBeUndefined();
    read(page(row('1', ',"surname":"b"'), row('2', ',"surname":"b"')));
    expect(second?.['surname']).toBeUndefined();
    expect(sentOf(second as Row)).toEqual({ id: '2', name: 'a' });
  });

  test('can be completed, and still give the original text', () => {
    const { data } = read(page(row('1'), row('2'))) as Reply;
    read(page(row('1', ',"budget":7'), row('2', ',"budget":7')));
    const filled = fillIn(data[1] as Row, { budget: 5 });
    expect([filled['budget'], filled['name']]).toEqual([5, 'a']);
    expect(sentOf(filled)).toEqual({ id: '2', name: 'a' });
  });

  test('may have other names than the row before, and lack some', () => {
    const text = page(
      row('1'),
      row('2', ',"x":1'),
      '{"id":"3"}',
      row('4'),
      '{"name":"b","id":"5"}',
    );
    expect(read(text)?.data.map(wholeOf)).toEqual((JSON.parse(text) as Reply).data);
  });

  test('keep every digit, every letter and every escape', () => {
    const values = ['1166476031668015104', '[1166476031668015104]', '{"a":-9223372036854775808}']
      .concat(['1e3', '-0', '0.25', '"é – “x”"', String.raw`"\u00e9\"\\\/\n"`, 'true', 'false'])
      .concat(['null', '[]', '{}', '"9007199254740993"']);
    const text = page(...values.map((value) => `{"v":${value},"w":1}`));
    expect((read(text) as Reply).data.map((item) => (item as Row)['v'])).toEqual([
      ...['1166476031668015104', ['1166476031668015104'], { a: '-9223372036854775808' }],
      ...[1000, -0, 0.25, 'é – “x”', 'é"\\/\n', true, false],
      ...[null, [], {}, '9007199254740993'],
    ]);
  });

  test('may be many, in several stretches of text', () => {
    const rows = Array.from({ length: 5000 }, (_, index) => row(`id${index}`, `,"n":${index}`));
    const { data } = read(page(...rows)) as { readonly data: readonly Row[] };
    expect(data.map(({ id, n }) => [id, n])).toEqual(rows.map((_, n) => [`id${n}`, n]));
  });

  // The scanner compares and skips 16 bytes at once.
  const lengths = Array.from({ length: 50 }, (_, index) => index);

  test('have names and texts of any length', () => {
    const columns = lengths.map((length) => `c${'x'.repeat(length)}`);
    const rows = lengths.map((first) =>
      JSON.stringify(
        Object.fromEntries(columns.map((column, index) => [column, 'y'.repeat(first + index)])),
      ),
    );
    const { data } = read(page(...rows)) as { readonly data: readonly Row[] };
    expect(Object.keys(data[1] as Row)).toEqual([]);
    expectSame(page(...rows));
  });

  test.for(['"', String.raw`\n`, 'é', '\t', '\u001f', '\u007f', String.raw`\u00e`, String.raw`\x`])(
    'are separated by %j wherever it is in a text',
    (sign) => {
      for (const length of lengths) {
        const text = `${'a'.repeat(length)}${sign}${'b'.repeat(20)}`;
        expectSame(page(row('1'), row('2', `,"x":"${text}"`), row('3', `,"x":"${text}"`)));
      }
    },
  );

  test.for([
    ...[String.raw`"\?"`, String.raw`"\u?0e9"`, String.raw`"\u0?e9"`, String.raw`"\u00?9"`],
    ...[String.raw`"\u00e?"`, '"?"', '?', '-?', '0?', '1?', '1.?', '1.5?', '1e?', '1e-?', '1e5?'],
    ...['?ull', 'nul?', 'tru?', 'fals?', 'f?lse', '[?', '[]?', '[1?2]', '[1?', '{?"a":1}', '{?'],
    ...['{"a"?1}', '{"a":1?"b":2}', '{"a":1?', '{"a?:1}', '{}?'],
  ])('are JSON or none at all, whatever %s contains', (template) => {
    for (let code = 0; code < 128; code += 1) {
      const value = template.replace('?', () => String.fromCharCode(code));
      expectSame(page(row('1', ',"v":1'), row('2', `,"v":${value}`)));
    }
  });

  test('are distinguished by every letter of their names', () => {
    const name = 'a_name_of_more_than_sixteen_letters';
    for (let at = 0; at < name.length; at += 1) {
      const other = `${name.slice(0, at)}X${name.slice(at + 1)}`;
      const text = page(...[name, name, other].map((column) => `{"id":"1","${column}":1}`));
      expectSame(text);
      expect(wholeOf(read(text)?.data[2])).toEqual({ id: '1', [other]: 1 });
    }
  });

  test('are distinguished if a letter beyond ASCII has the bits of others', () => {
    const text = page('{"C)":1}', '{"C)":2}', '{"é":3}');
    const { data } = read(text) as { readonly data: readonly Row[] };
    const [, , third] = data;
    expect([third?.['C)'], third?.['é']]).toEqual([undefined, 3]);
  });

  test('need no parser for anything that JSON allows', () => {
    const values = [
      String.raw`"\"\\\/\b\f\n\r\t\u00e9\uABCD"`,
      '1e+5',
      '1E-5',
      '-0.5e5',
      '[[],{},[{}]]',
    ];
    for (const value of values) {
      const text = page(...[value, value].map((v, index) => row(`${index}`, `,"v":${v}`)));
      expect(Object.keys(read(text)?.data[1] as Row)).toEqual([]);
      expectSame(text);
    }
  });

  test('nest as deeply as a reply may, and no deeper', () => {
    for (const levels of [96, 97, 98, 99]) {
      const arrays = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      const objects = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
      for (const value of [arrays, objects]) {
        const text = page(row('1', `,"v":${value}`));
        expect(read(text) !== null).toBe(levels <= 97);
        const second = page(row('1', ',"v":1'), row('2', `,"v":${value}`));
        expect(read(second) !== null).toBe(levels <= 97);
      }
    }
  });

  test('end where their reply ends, after a longer one', () => {
    const rows = ['1', '2', '3'].map((id) => row(id, ',"n":[1.5e3,{"a":-12}],"b":false,"z":null'));
    const text = page(...rows);
    const endpoint = newEndpoint();
    for (let length = text.length; length > 0; length -= 1) {
      expect(read(text, endpoint)).not.toBeNull();
      const isWhole = length === text.length;
      expect(read(text.slice(0, length), endpoint) !== null).toBe(isWhole);
    }
  });

  test('are parsed if they have more names than expected', () => {
    const columns = Array.from({ length: 1000 }, (_, index) => `column_${index}`);
    const wide = JSON.stringify(Object.fromEntries(columns.map((column) => [column, 1])));
    const { data } = read(page(wide, wide)) as { readonly data: readonly Row[] };
    expect(Object.keys(data[1] as Row)).toEqual(columns);
    const name = 'x'.repeat(20_000);
    const long = read(page(`{"${name}":1}`, `{"${name}":1}`)) as { readonly data: readonly Row[] };
    expect(Object.keys(long.data[1] as Row)).toEqual([name]);
  });

  test('may always have other names', async () => {
    vi.resetModules();
    const own = await import('../../src/upstream/client/bytes/read-rows.ts');
    for (let index = 0; index < 30; index += 1) {
      const columns = Array.from({ length: 500 }, (_, column) => `of_${index}_${column}`);
      const wide = JSON.stringify(Object.fromEntries(columns.map((column) => [column, column])));
      const { data = [] } = (own.readRows(newEndpoint(), Buffer.from(page(wide, wide))) ??
        {}) as Partial<Reply>;
      const second = data[1] as Row;
      expect(columns.map((column) => second[column])).toEqual(columns);
      // The first 10,000 names stay JSON; rows with further names are parsed.
      expect(Object.keys(second).length).toBe(index < 20 ? 0 : 500);
    }
  });

  test('may be longer than everything before', () => {
    const rows = ['1', '2', '3'].map((id) => row(id, `,"text":"${'x'.repeat(1_500_000)}"`));
    expectSame(page(...rows));
    expectSame(page(row('1'), row('2')));
  });

  test('have room for the bytes that are read behind them', async () => {
    vi.resetModules();
    // A scanner of its own, with its initial memory.
    const own = await import('../../src/upstream/client/bytes/read-rows.ts');
    const endpoint = newEndpoint();
    for (let length = 60_000; length < 66_000; length += 1) {
      const text = page(row('1'), row('x'.repeat(length)));
      expect(own.readRows(endpoint, Buffer.from(text))).not.toBeNull();
    }
  });

  test.for([
    ['lists elsewhere', '{"request":{"data":[{"id":"1"}]},"data":[{"id":"2"}]}'],
    ['two lists', '{"data":[{"id":"1"}],"data":[{"id":"2"}]}'],
    ['one row', '{"data":{"id":"1"},"total_count":9007199254740993}'],
    ['no row', '{"data":[],"next_cursor":null}\n'],
    ['an item that is no row', '{"data":[{"id":"1"},9007199254740993]}'],
  ])('are found if the reply has %s', ([, text]) => {
    expect(read(text as string)).not.toBeNull();
    expectSame(text as string);
  });

  test.for([
    ['white space', '{"data":[{"id": "1"}]}'],
    ['a name with an escape', String.raw`{"d\u0061ta":[{"id":"1"}]}`],
    ['a name that is left out', '{"__proto__":1,"data":[]}'],
    ['a list around it', '[{"data":[]}]'],
    ['nothing', ''],
  ])('are left to the usual parser if there is %s', ([, text]) => {
    expect(read(text as string)).toBeNull();
  });

  test.for([
    ['a list that ends early', '{"data":[{"id":"1"},{"id":"2"'],
    ['a control character', '{"data":[{"id":"1"},{"id":"\t"}]}'],
    ['an unknown escape', String.raw`{"data":[{"id":"1"},{"id":"\x"}]}`],
    ['a number with a zero before it', '{"data":[{"id":1},{"id":01}]}'],
    ['an unknown word', '{"data":[{"id":null},{"id":nul}]}'],
    ['nearly null', '{"data":[{"id":null},{"id":nulk}]}'],
    ['nearly true', '{"data":[{"id":true},{"id":trub}]}'],
    ['nearly false', '{"data":[{"id":false},{"id":falsy}]}'],
    ['a number with a colon', '{"data":[{"id":1},{"id":1:}]}'],
    ['no hexadecimal digit', String.raw`{"data":[{"id":"1"},{"id":"\u00eg"}]}`],
    ['a member without a colon', '{"data":[{"id":{"a":1}},{"id":{"a",1}}]}'],
    ['a row that ends as a list', '{"data":[{"id":1},{"id":2],{"id":3}]}'],
    ['no comma between rows', '{"data":[{"id":1},{"id":2};{"id":3}]}'],
  ])('are not found if the reply has %s', ([, text]) => {
    expect(read(text as string)).toBeNull();
    expect(() => JSON.parse(text as string)).toThrow(SyntaxError);
  });
});
