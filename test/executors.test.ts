import type { ExecutionResult } from 'graphql';
import { Kind, parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../src/context.ts';
import { createContext } from '../src/context.ts';
import type { Checked } from '../src/execution/compile.ts';
import { compiled, interpreted } from '../src/execution/compile.ts';
import { selectedFields } from '../src/execution/cost-fields.ts';
import { fragmentsOf } from '../src/execution/document.ts';
import { toGraphQLError } from '../src/execution/errors.ts';
import { createTwin } from '../src/execution/twin.ts';
import { coercer } from '../src/execution/variables.ts';
import { createReferenceData } from '../src/loaders/reference-data.ts';
import { schema } from '../src/schema/index.ts';
import type { Client } from '../src/upstream/client.ts';
import { createClient } from '../src/upstream/client.ts';
import type { Emulator } from '../src/upstream/emulator/server.ts';
import { createEmulator } from '../src/upstream/emulator/server.ts';
import type { Made, Values } from './support/documents.ts';
import { makeDocument, randomFrom } from './support/documents.ts';

const twin = createTwin(schema);
let emulator: Emulator;
let client: Client;

beforeAll(async () => {
  emulator = await createEmulator({ rateWindows: false });
  const { url, sandboxUrl, credentials } = emulator;
  client = createClient({
    hosts: { ads: url, sandbox: sandboxUrl, platform: url },
    consumer: { key: credentials.consumerKey, secret: credentials.consumerSecret },
    connections: 16,
    maxPageBytes: 16_000_000,
    readRetries: 0,
    retryRatio: 0,
    timeouts: { connect: 2000, call: 10_000, batch: 10_000 },
  });
});

afterAll(async () => {
  await client.close();
  await emulator.close();
});

const contextOf = (): Context => {
  const { accessToken, accessTokenSecret, userId } = emulator.credentials;
  const scope = {
    viewer: {
      key: 'owner',
      token: accessToken,
      tokenSecret: accessTokenSecret,
      userId,
      screenName: null,
    },
    deadline: performance.now() + 20_000,
    maxCalls: 2000,
    signal: new AbortController().signal,
  };
  return createContext(client, scope, { reference: createReferenceData(), fresh: false });
};

const checkedOf = (text: string): Checked => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new TypeError('no operation');
  const fragments = fragmentsOf(document);
  const isMixed = selectedFields({ schema, fragments }, operation).some((one) => one.isMixed);
  return { schema, document, operation, fragments, fields: 0, isMixed };
};

/** What both executors answer, as JSON: the order of keys counts. Null where there is nothing to compare. */
const bothOf = async ({ text, variables }: Made): Promise<readonly [string, string] | null> => {
  const checked = checkedOf(text);
  const coerced = coercer(schema, checked.document, {
    operation: checked.operation,
    suggest: true,
  })(variables);
  if ('errors' in coerced) throw coerced.errors[0];
  const fast = compiled(checked, twin);
  if (fast === null) return null;
  const given = { raw: variables, values: coerced.values };
  const answers = [fast, interpreted(checked)].map(async (execute) =>
    shown(await execute(contextOf(), given)),
  );
  const [one = '', other = ''] = await Promise.all(answers);
  return [one, other];
};

const shown = ({ data, errors = [] }: ExecutionResult): string => {
  const places = errors.map((error) => {
    const { message, path, extensions } = toGraphQLError(error, {
      written: new Set(),
      report: () => undefined,
    });
    return `${path?.join('.')}: ${extensions?.['code']} ${message}`;
  });
  return JSON.stringify({ data, errors: places.sort() }, null, 1);
};

const values = (): Values => {
  const [account] = emulator.accounts;
  const id = JSON.stringify(account?.id);
  return {
    first: ['$first', '1', '2', '3', 'null', '0', '-1', '1001'],
    id: [id, `"Account:${account?.id}"`, '"nosuch1"', '"../x"'],
    ids: [`["Account:${account?.id}"]`, '[]', `["Account:${account?.id}", "Account:nosuch1"]`],
    orderBy: ['{ field: CREATED_AT, direction: DESC }', '{}', '{ direction: ASC }', 'null'],
    withDeleted: ['true', 'false', '$yes'],
    withDraft: ['true', '$no', 'null'],
    after: ['null', '"nonsense"'],
  };
};

const runs = process.env['SOAK'] === undefined ? 30 : 800;
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

test(`compiled and ordinary execution answer random queries alike (SEED=${seed})`, async () => {
  const given = values();
  let compared = 0;
  for (let run = 0; run < runs; run += 1) {
    const made = makeDocument(schema, randomFrom(seed + run), given);
    const both = await bothOf(made);
    if (both === null) continue;
    compared += 1;
    expect(both[0], `SEED=${seed + run}\n${made.text}`).toBe(both[1]);
  }
  expect(compared).toBeGreaterThan(runs / 4);
}, 600_000);

test.each(['__proto__', 'constructor', 'toString', 'then'])(
  'a column may be answered under the key %s',
  async (key) => {
    const checked = checkedOf(`{ accounts(first: 1) { nodes { ${key}: name } } }`);
    const execute = compiled(checked, twin) ?? interpreted(checked);
    const answer = JSON.stringify(await execute(contextOf(), { raw: {}, values: {} }));
    const name = JSON.stringify(emulator.accounts[0]?.name);
    expect(answer).toBe(`{"data":{"accounts":{"nodes":[{"${key}":${name}}]}}}`);
  },
);

test('what graphql-jit would answer otherwise is left to graphql-js', () => {
  const documents = [
    'mutation { deleteCampaign(input: { accountId: "a", campaignId: "b" }) { outcome } }',
    '{ __schema { queryType { name } } }',
    'query ($id: ID!) { nodes(ids: [$id]) { id } }',
    'query ($d: OrderDirection!) { accounts(orderBy: { direction: $d }) { nodes { id } } }',
    'query ($a: Boolean!) { viewer { signedIn } ... @include(if: $a) { viewer { userId } } }',
  ];
  for (const text of documents) expect(compiled(checkedOf(text), twin), text).toBeNull();
  const ordinary = 'query ($a: Boolean!) { accounts(orderBy: {}) { nodes { id @skip(if: $a) } } }';
  expect(compiled(checkedOf(ordinary), twin)).not.toBeNull();
});
