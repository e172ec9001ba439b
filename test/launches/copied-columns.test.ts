import { isUtf8 } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { envBefore } from '../support/campaign-pages.ts';
import type { Running } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import type { RawServer } from '../support/raw-server.ts';
import { rawAnswer, startRawServer } from '../support/raw-server.ts';

const document = `{
  account(id: "18ce54bik3s") {
    campaigns(first: 10) {
      nodes { id restId name entityStatus servable durationInDays dailyBudgetAmountLocalMicro createdAt }
    }
  }
}`;

interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly servable: string;
  readonly days: string;
  readonly budget: string;
  readonly created: string;
}

/** A campaign whose values are the given JSON. */
const usual: Campaign = {
  id: '"c1"',
  name: '"Spring"',
  status: '"ACTIVE"',
  servable: 'true',
  days: '7',
  budget: '5000000',
  created: '"2024-02-29T23:59:59Z"',
};

const rowOf = ({ id, name, status, servable, days, budget, created }: Campaign): string =>
  `{"id":${id},"name":${name},"entity_status":${status},"servable":${servable},"duration_in_days":${days},` +
  `"daily_budget_amount_local_micro":${budget},"created_at":${created}}`;

describe('a column that is copied from the reply to the answer', () => {
  let api: RawServer;
  let gateway: Running;
  let reply: Buffer;
  beforeAll(async () => {
    api = await startRawServer((socket) => socket.write(rawAnswer(200, reply)));
    const { upstream } = readConfig(envBefore(api));
    gateway = await startGateway({ config: { upstream: upstream as never } });
  });
  afterAll(async () => {
    await gateway.close();
    await api.close();
  });

  /** The campaign as it is shown behind two usual ones, the first of which is parsed as a whole. */
  const shown = async (changes: Partial<Campaign>) => {
    const rows = [usual, { ...usual, id: '"c2"' }, { ...usual, id: '"c3"', ...changes }];
    reply = Buffer.from(`{"data":[${rows.map(rowOf).join(',')}],"next_cursor":null}`, 'latin1');
    const { data, errors } = await gateway.ask(document);
    return { ...data.account.campaigns.nodes[2], codes: errors?.map(({ path }) => path?.at(-1)) };
  };

  test('is not changed', async () => {
    expect(await shown({})).toEqual({
      id: 'Campaign:18ce54bik3s:c3',
      restId: 'c3',
      name: 'Spring',
      entityStatus: 'ACTIVE',
      servable: true,
      durationInDays: 7,
      dailyBudgetAmountLocalMicro: '5000000',
      createdAt: '2024-02-29T23:59:59Z',
      codes: undefined,
    });
  });

  // Two bytes of UTF-8 each, because the reply is written byte by byte.
  const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

  test.for([
    ['an escaped slash', String.raw`"a\/b"`, 'a/b'],
    ['escaped letters', String.raw`"\u00e9\ud83d\ude00\n\"\\"`, 'é😀\n"\\'],
    ['letters beyond ASCII', utf8('"Frühling – 日本"'), 'Frühling – 日本'],
    ['an empty text', '""', ''],
    ['a text as long as a stretch', `"${'x'.repeat(20_000)}"`, 'x'.repeat(20_000)],
    ['bytes that are no UTF-8', '"a\xffb"', 'a\ufffdb'],
  ] as const)('is a text with %s', async ([, name, text]) => {
    expect(await shown({ name })).toMatchObject({ name: text, codes: undefined });
  });

  test.for([
    ['a quote', String.raw`"c\"3"`, 'c"3'],
    ['letters beyond ASCII', utf8('"é3"'), 'é3'],
    ['a number', '12345678901234567890', '12345678901234567890'],
  ] as const)('is an id with %s', async ([, id, restId]) => {
    expect(await shown({ id })).toMatchObject({
      id: `Campaign:18ce54bik3s:${restId}`,
      restId,
      codes: undefined,
    });
  });

  test.for(['""', 'null', '{}'])(
    'leaves its row out if it is an id of %s, with an error at the list',
    async (id) => {
      const rows = [usual, { ...usual, id: '"c2"' }, { ...usual, id: id as string }];
      reply = Buffer.from(`{"data":[${rows.map(rowOf).join(',')}],"next_cursor":null}`);
      const { data, errors } = await gateway.ask(document);
      expect(data.account.campaigns.nodes).toHaveLength(2);
      expect(errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual([
        [['account', 'campaigns'], 'UPSTREAM_BAD_RESPONSE'],
      ]);
    },
  );

  test('leaves no bytes in the answer that are not UTF-8', async () => {
    await shown({ name: '"a\xffb"' });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: document });
    const response = await fetch(gateway.url, { method: 'POST', headers, body });
    expect(isUtf8(await response.arrayBuffer())).toBe(true);
  });

  test('is in an answer of any length', async () => {
    const text = 'x'.repeat(40_000);
    await shown({ name: `"${text}"` });
    const aliases = Array.from({ length: 45 }, (_, index) => `a${index}: name`);
    const all = `{ account(id: "18ce54bik3s") { campaigns(first: 10) { nodes { ${aliases.join(' ')} } } } }`;
    const { data } = await gateway.ask(all);
    const [first, , last] = data.account.campaigns.nodes;
    expect(new Set(Object.values(first))).toEqual(new Set(['Spring']));
    expect(new Set(Object.values(last))).toEqual(new Set([text]));
  });

  test.for([
    ['number where a text is expected', { name: '12' }, { name: '12', codes: undefined }],
    ['unknown word', { status: '"DREAMING"' }, { entityStatus: 'UNRECOGNIZED', codes: undefined }],
  ] as const)('is shown as far as possible: a %s', async ([, changes, expected]) => {
    expect(await shown(changes)).toMatchObject(expected);
  });

  test.for([
    ['flag', { servable: '"yes"' }, 'servable'],
    ['number of 32 bits', { days: '2147483648' }, 'durationInDays'],
    ['whole number', { days: '7.5' }, 'durationInDays'],
    ['amount', { budget: '1.5' }, 'dailyBudgetAmountLocalMicro'],
    ['amount of 64 bits', { budget: '99999999999999999999' }, 'dailyBudgetAmountLocalMicro'],
    ['day', { created: '"2024-02-32T00:00:00Z"' }, 'createdAt'],
    ['month', { created: '"2024-13-01T00:00:00Z"' }, 'createdAt'],
    ['hour', { created: '"2024-01-01T24:00:00Z"' }, 'createdAt'],
    ['time without its end', { created: '"2024-01-01T00:00:00"' }, 'createdAt'],
  ] as const)('is null with an error if it is no %s', async ([, changes, field]) => {
    expect(await shown(changes)).toMatchObject({ [field]: null, codes: [field] });
  });

  test.for([
    ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['999999999999999', '999999999999999'],
    ['0', '0'],
    ['-5', '-5'],
    ['1e3', '1000'],
    ['"12"', '12'],
  ])('is the amount of %s with all its digits', async ([budget, digits]) => {
    expect(await shown({ budget: budget as string })).toMatchObject({
      dailyBudgetAmountLocalMicro: digits,
      codes: undefined,
    });
  });

  test('is a time in UTC whatever the API sent', async () => {
    expect(await shown({ created: '"2024-03-01T10:00:00+02:00"' })).toMatchObject({
      createdAt: '2024-03-01T08:00:00Z',
    });
  });

  test('is found if the next row has another order', async () => {
    const turned = '{"entity_status":"PAUSED","name":"Turned","id":"c4","duration_in_days":3}';
    const rows = [
      rowOf(usual),
      rowOf({ ...usual, id: '"c2"' }),
      turned,
      turned.replace('c4', 'c5'),
    ];
    reply = Buffer.from(`{"data":[${[...rows, rowOf({ ...usual, id: '"c6"' })].join(',')}]}`);
    const { data } = await gateway.ask(document);
    const found = data.account.campaigns.nodes.map((row: Readonly<Record<string, unknown>>) => [
      ...[row['restId'], row['name'], row['durationInDays'], row['servable']],
    ]);
    expect(found).toEqual([
      ['c1', 'Spring', 7, true],
      ['c2', 'Spring', 7, true],
      ['c4', 'Turned', 3, null],
      ['c5', 'Turned', 3, null],
      ['c6', 'Spring', 7, true],
    ]);
  });

  test('is null if it may be null', async () => {
    expect(await shown({ servable: 'null', days: 'null', budget: 'null' })).toMatchObject({
      servable: null,
      durationInDays: null,
      dailyBudgetAmountLocalMicro: null,
      codes: undefined,
    });
  });
});
