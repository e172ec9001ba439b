import type { ExecutionResult } from 'graphql';
import { Kind, parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../src/context.ts';
import { createContext } from '../src/context.ts';
import type { Checked } from '../src/execution/compile.ts';
import { compiled, interpreted } from '../src/execution/compile.ts';
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
    traced: false,
  };
  return createContext(client, scope, { reference: createReferenceData(), fresh: false });
};

const checkedOf = (text: string): Checked => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new TypeError('no operation');
  return { schema, document, operation, fragments: fragmentsOf(document), fields: 0 };
};

/** What both executors answer, as JSON. */
const bothOf = async ({ text, variables, conditional }: Made): Promise<readonly [string, string]> => {
  const checked = checkedOf(text);
  const coerced = coercer(schema, checked.document, { operation: checked.operation, suggest: true })(
    variables,
  );
  if ('errors' in coerced) throw coerced.errors[0];
  const fast = compiled(checked, twin);
  if (fast === null) throw new TypeError(`not compiled: ${text}`);
  const given = { raw: variables, values: coerced.values };
  const answers = [fast, interpreted(checked)].map(async (execute) =>
    shown(await execute(contextOf(), given), conditional),
  );
  const [one = '', other = ''] = await Promise.all(answers);
  return [one, other];
};

// A key that stands in several places, some under conditions, takes the place of the first one: with the compiler the first
// that is written, with graphql-js the first that is included. Only there the order of keys does not count.
const shown = ({ data, errors = [] }: ExecutionResult, anyOrder: boolean): string => {
  const places = errors.map((error) => {
    const { message, path, extensions } = toGraphQLError(error, () => undefined);
    return `${path?.join('.')}: ${extensions?.['code']} ${message}`;
  });
  const answer = JSON.parse(JSON.stringify({ data, errors: places.sort() }));
  return JSON.stringify(anyOrder ? sorted(answer) : answer, null, 1);
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
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

const runs = process.env['SOAK'] === undefined ? 40 : 2000;
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

test(`compiled and ordinary execution answer random queries alike (SEED=${seed})`, async () => {
  const given = values();
  for (let run = 0; run < runs; run += 1) {
    const made = makeDocument(schema, randomFrom(seed + run), given);
    const [one, other] = await bothOf(made);
    expect(one, `SEED=${seed + run}\n${made.text}`).toBe(other);
  }
}, 600_000);
