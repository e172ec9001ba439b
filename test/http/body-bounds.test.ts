import { describe, expect, test } from 'vitest';
import { exceeds, type JsonExtent } from '../../src/upstream/client/json/untrusted.ts';
import { bikes } from '../support/accounts.ts';
import type { AttackAnswer } from '../support/attacks.ts';
import { useGateway } from '../support/gateway.ts';
import { times } from '../support/hostile-documents.ts';
import { bothWays, ways } from '../support/ways.ts';

const running = useGateway({ env: bothWays });

/** The header of a proxy for callers from elsewhere, to whom the owner's token is not lent. */
const nobody = { 'x-forwarded-for': '192.0.2.1' };

const post = async (
  body: string | ReadableStream,
  headers: Readonly<Record<string, string>> = {},
): Promise<AttackAnswer> => {
  const response = await fetch(running.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...(typeof body !== 'string' && { duplex: 'half' }),
  });
  return { ...((await response.json()) as object), status: response.status } as AttackAnswer;
};

const codeOf = ({ status, errors = [] }: AttackAnswer): unknown => [
  status,
  errors[0]?.extensions.code ?? null,
];

const tooLarge = [413, 'PAYLOAD_TOO_LARGE'];
const fine = [200, null];

/** A body of this many bytes. */
const ofLength = (bytes: number): string => {
  const body = JSON.stringify({ query: '{ viewer { signedIn } }', variables: { text: '' } });
  return body.replace('""', `"${'x'.repeat(bytes - body.length)}"`);
};

describe.each(ways)('a body, %s', (_way, headers) => {
  test('has at most 64 KiB without a viewer', async () => {
    const limit = 64 * 1024;
    const asNobody = { ...headers, ...nobody };
    expect(codeOf(await post(ofLength(limit), asNobody))).toEqual(fine);
    expect(codeOf(await post(ofLength(limit + 1), asNobody))).toEqual(tooLarge);
    const unannounced = new Blob([ofLength(limit + 1)]).stream();
    expect(codeOf(await post(unannounced, asNobody))).toEqual(tooLarge);
    expect(codeOf(await post(ofLength(5_000_000), headers))).toEqual(fine);
  });
});

const ofVariable = (json: string): string =>
  `{"query":"{ viewer { signedIn } }","variables":{"v":${json}}}`;
const names = (count: number): string => `{${times(count, (at) => `"n${at}":1`, ',')}}`;

test.each([
  ['values', `[${times(499_990, () => '1', ',')}]`, `[${times(500_001, () => '1', ',')}]`],
  ['deep', '['.repeat(64) + ']'.repeat(64), '['.repeat(65) + ']'.repeat(65)],
  ['an object of more', names(1000), names(1001)],
  [
    'members of objects',
    `[${times(199, () => names(1000), ',')}]`,
    `[${times(201, () => names(1000), ',')}]`,
  ],
])('a body is refused for its %s before it is parsed', async (what, most, more) => {
  expect(codeOf(await post(ofVariable(most)))).toEqual(fine);
  // Only parsing can find out that the end of a body is no JSON.
  const refused = await post(ofVariable(more).slice(0, -2));
  expect(codeOf(refused)).toEqual([200, 'BAD_USER_INPUT']);
  expect(refused.errors?.[0]).toMatchObject({ message: expect.stringContaining(what) });
});

test('variables of a GET have the same limits', async () => {
  const deep = encodeURIComponent(`{"v":${'['.repeat(66)}`);
  const response = await fetch(`${running.url}?query={__typename}&variables=${deep}`);
  expect(await response.text()).toContain('nests lists and objects more than 64 deep');
});

describe('the extent of JSON', () => {
  const none: JsonExtent = { depth: 3, values: 8, members: 4, membersEach: 2 };
  test.each([
    ['{"a":[{"b":1}]}', null],
    ['{"a":[[{"b":1}]]}', 'depth'],
    ['[1,2,3,4,5,6]', null],
    ['[1,2,3,4,5,6,7,8,9]', 'values'],
    ['[{},{},{},{}]', 'values'],
    ['{"a":1,"b":2}', null],
    ['{"a":1,"b":2,"c":3}', 'membersEach'],
    ['[{"a":1,"b":1},{"a":1,"b":1}]', null],
    ['{"a":{"b":1},"c":{"d":1,"e":1}}', 'members'],
    ['{"a":{"b":1,"c":1},"d":1}', null],
    ['["[[[[[[",",,,,,,,,,,,,","{\\"a\\":1,\\\\"]', null],
    [`["${'x'.repeat(40)}",1,2,3,4,5,6,7,8]`, 'values'],
    [`["${'x'.repeat(40)}\\",1,2,3,4,5,6,7,8]`, null],
    [`["${'x'.repeat(40)}\\\\",1,2,3,4,5,6,7,8]`, 'values'],
    [`["${'\\'.repeat(40)}",1,2,3,4,5,6,7,8]`, 'values'],
    [`["${'\\'.repeat(41)}",1,2,3,4,5,6,7,8]`, null],
    [`["${'\\"'.repeat(40)}",1,2,3,4,5,6,7,8]`, 'values'],
    ['"never ends [[[[[', null],
    [']]]]]][[[[', 'depth'],
    ['', null],
  ])('%s exceeds %s', (json, what) => expect(exceeds(Buffer.from(json), none)).toBe(what));
});

test('more operations than an endpoint accepts are one fault, and none is examined', async () => {
  const operation = '{"delete":{"targetingCriterionId":"../x"}}';
  const send = (count: number) =>
    post(
      JSON.stringify({
        query:
          'mutation ($input: BatchTargetingCriteriaInput!) { batchTargetingCriteria(input: $input) { outcome errors { message argument } results { outcome errors { argument } } } }',
        variables: { input: { accountId: bikes, operations: 'here' } },
      }).replace('"here"', `[${times(count, () => operation, ',')}]`),
    );
  const payload = async (count: number) => (await send(count)).data.batchTargetingCriteria;
  const refused = await payload(60_000);
  expect(refused).toEqual({
    outcome: 'REJECTED',
    errors: [{ message: expect.stringContaining('500'), argument: 'input.operations' }],
    results: [],
  });
  expect(await payload(501)).toEqual(refused);
  const checked = await payload(500);
  expect(checked.results).toHaveLength(500);
  expect(checked.results[499].errors[0].argument).toBe(
    'input.operations[499].delete.targetingCriterionId',
  );
  expect(running.emulator.calls()).toEqual([]);
});
