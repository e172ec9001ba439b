import { beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { TransportError } from '../../src/upstream/client/errors.ts';
import { checkEcho, readWritten } from '../../src/upstream/client/response/read-response.ts';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import type { Random } from '../support/random.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';

vi.setConfig({ testTimeout: patience });

const a = 'own1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset({ data: true });
  coreWorld(running, a);
});

const blanks = ['', '', '', '', ' ', '\n\t'];

const spelledText = (text: string, random: Random): string => {
  const escaped = (character: string): string => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${random.chance(0.5) ? code : code.toUpperCase()}`;
  };
  const written = [...text].map((character) =>
    random.chance(0.1) ? escaped(character) : JSON.stringify(character).slice(1, -1),
  );
  return `"${written.join('')}"`;
};

/** Another spelling of the same JSON: with or without blanks and escapes, members in any order. */
const spelled = (value: unknown, random: Random, isCompact: boolean): string => {
  const blank = (): string => (isCompact ? '' : random.of(blanks));
  const write = (one: unknown): string => {
    if (typeof one === 'string') return spelledText(one, random);
    if (Array.isArray(one)) return `[${one.map((item) => blank() + write(item)).join()}${blank()}]`;
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const members = Object.entries(one).map(([name, member]) => ({
      name,
      member,
      at: random.next(),
    }));
    return `{${members
      .sort((left, right) => left.at - right.at)
      .map(
        ({ name, member }) =>
          `${blank()}${spelledText(name, random)}${blank()}:${blank()}${write(member)}`,
      )
      .join()}${blank()}}`;
  };
  return write(value);
};

const call = { endpoint: catalogue.listCampaigns, input: { account_id: a }, secrets: [] };

/** True if a reply passes for an answer about the account of the call. */
const passes = (reply: string): boolean => {
  const body = readWritten(call, 200, Buffer.from(reply));
  expect(body, reply).toBeTypeOf('object');
  try {
    checkEcho(call, body);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(TransportError);
    return false;
  }
};

const requestOf = (random: Random, account: unknown): unknown => {
  const params = {
    ...(random.chance(0.5) && { campaign_ids: ['c1', 'ünlike', '"]}'] }),
    ...(random.chance(0.9) && { account_id: account }),
    ...(random.chance(0.3) && { count: 1000, nested: { account_id: 'zzz9' } }),
  };
  const held = random.chance(0.9) ? params : [params];
  const request = random.chance(0.9) ? { params: held } : { params: held, other: { params: 1 } };
  return random.chance(0.6)
    ? request
    : [...(random.chance(0.3) ? [null, { params: {} }] : []), request];
};

test(`an answer about another account is refused however it is written (SEED=${seed})`, () => {
  let foreign = 0;
  for (let index = seed; index < seed + runs(1500, 300_000); index += 1) {
    const random = randomFrom(index);
    const account = random.of([
      a,
      a.toUpperCase(),
      'zzz9',
      'own12',
      '',
      7,
      null,
      ['zzz9'],
      { a: 1 },
    ]);
    const reply = {
      data: [
        { id: 'c1', name: 'One' },
        { id: 'c4', name: 'Fö"ur' },
      ].slice(0, random.upTo(2)),
      request: requestOf(random, account),
      next_cursor: null,
    };
    const verdict = passes(JSON.stringify(reply));
    for (const isCompact of [true, false]) {
      const text = spelled(reply, random, isCompact);
      expect(passes(text), `SEED=${index} ${text}`).toBe(verdict);
    }
    if (!verdict) foreign += 1;
  }
  expect(foreign).toBeGreaterThan(500);
});

describe('a repeated column', () => {
  const data = '"data":[{"id":"c1","name":"Stranger"}]';

  test.each([
    ['another account', `{${data},"request":{"params":{"account_id":"zzz9"}}}`],
    ['it in an array', `{${data},"request":[{"params":{"account_id":"zzz9"}}]}`],
    ['it in an array before the data', `{"request":[{"params":{"account_id":"zzz9"}}],${data}}`],
    [
      'it as the second of several',
      `{${data},"request":[{"params":{}},{"params":{"account_id":"zzz9"}}]}`,
    ],
    ['it under an escaped name', `{${data},"request":{"params":{"account\\u005fid":"zzz9"}}}`],
    [
      'it under an escaped name further out',
      `{${data},"request":{"p\\u0061rams":{"account_id":"zzz9"}}}`,
    ],
    [
      'it with the account before it',
      `{${data},"request":{"params":{"account_id":"${a}","account_id":"zzz9"}}}`,
    ],
    ['it as a number', `{${data},"request":{"params":{"account_id":9}}}`],
    ['it as a list', `{${data},"request":{"params":{"account_id":["zzz9"]}}}`],
    ['it in arrays within arrays', `{${data},"request":[[{"params":{"account_id":"zzz9"}}]]}`],
    [
      'it in arrays at each place',
      `{${data},"request":[[{"params":[[{"account_id":[["zzz9"]]}]]}]]}`,
    ],
    ['it in a list of parameters', `{${data},"request":{"params":[{"account_id":"zzz9"}]}}`],
  ])('%s is refused', async (_what, text) => {
    running.emulator.fault({
      match: { endpoint: 'listCampaigns' },
      times: 1,
      fault: { kind: 'answer', status: 200, text },
    });
    const answer = await running.ask(`{ account(id: "${a}") { campaigns { nodes { name } } } }`);
    expect(answer.data).toEqual({ account: { campaigns: null } });
    expect(answer.errors?.map(({ extensions: { code } }) => code)).toEqual([
      'UPSTREAM_BAD_RESPONSE',
    ]);
  });

  test.each([
    ['the account', `{${data},"request":{"params":{"account_id":"${a}"}}}`],
    ['it in capitals', `{${data},"request":[{"params":{"account_id":"${a.toUpperCase()}"}}]}`],
    ['no account', `{${data},"request":{"params":{}}}`],
    ['null', `{${data},"request":null}`],
    ['nothing', `{${data}}`],
  ])('%s is accepted', async (_what, text) => {
    running.emulator.fault({
      match: { endpoint: 'listCampaigns' },
      times: 1,
      fault: { kind: 'answer', status: 200, text },
    });
    const answer = await running.ask(`{ account(id: "${a}") { campaigns { nodes { name } } } }`);
    expect(answer.errors).toBeUndefined();
    expect(answer.data.account.campaigns.nodes).toEqual([{ name: 'Stranger' }]);
  });
});
