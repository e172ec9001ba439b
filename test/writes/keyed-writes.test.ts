import { isInputObjectType, isRequiredInputField } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { StoredRow } from '../../emulator/store.ts';
import { schema } from '../../src/schema/index.ts';
import { createMemoryStore } from '../../src/state/memory.ts';
import type { Store } from '../../src/state/store.ts';
import type { KeyedWrite } from '../cases/keyed-writes.ts';
import { keyedWrites } from '../cases/keyed-writes.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { nearMisses } from '../support/near-misses.ts';
import { sampleOf, seed } from '../support/sampling.ts';

let memory: Store = createMemoryStore();
const held = (): Store => memory;
/** A store that forgets earlier writes whenever a case begins. */
const store = new Proxy(memory, { get: (_first, method) => Reflect.get(held(), method) });
// The writes of the table exceed the API's limit for a minute.
const windows = { get: () => undefined, set: () => undefined };
const running = useGateway({ parts: { store, windows } });

const forgetWrites = async (): Promise<void> => {
  await memory.close();
  memory = createMemoryStore();
};

/** The emulator's seed, the rows of a case, and no write. */
const begin = async ({ rows = {}, account = null }: KeyedWrite): Promise<void> => {
  await forgetWrites();
  running.emulator.reset({ data: true });
  for (const [entity, some] of Object.entries(rows)) {
    for (const row of some) running.emulator.store.insert(entity, account, row as StoredRow);
  }
};

const ask = (name: string, input: object): Promise<Answer> => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  return running.ask(
    `mutation ($input: ${type}) { ${name}(input: $input) { outcome errors { message } } }`,
    { input },
  );
};

interface Payload {
  readonly outcome: string;
  readonly errors: readonly { readonly message: string }[];
}
const payloadOf = (answered: Answer): Payload => {
  expect(answered.errors).toBeUndefined();
  return Object.values(answered.data as Readonly<Record<string, Payload>>)[0] as Payload;
};
const writesIn = ({ calls }: Answer) =>
  calls.filter(({ method, path }) => method !== 'GET' && !path.includes('oauth2/token'));

let keys = 0;

/** Sends a write whose answer is lost. Returns a function that repeats it with its key. */
const lose = async (
  name: string,
  { input }: KeyedWrite,
  apply: boolean,
): Promise<() => Promise<Payload>> => {
  // Enough calls succeed, at the sandbox too, to keep the breaker closed.
  await running.ask(
    '{ a: accounts(first: 1) { nodes { name } } b: accounts(first: 2) { nodes { name } } }',
  );
  await running.ask(
    'mutation { addSandboxFeatures(input: { accountId: "18ce54ag3nc", featureKeys: ["DR_TAP"] }) { outcome } }',
  );
  keys += 1;
  const keyed = { ...input, idempotencyKey: `key ${keys}` };
  // The first fault that matches is the only one: the token of the application is not lost.
  const token = { path: 'oauth2/token' };
  running.emulator.fault({ match: token, fault: { kind: 'delay', delayMs: 0 } });
  const match = { method: 'POST|PUT|DELETE' };
  running.emulator.fault({ match, times: 1, fault: { kind: 'drop', apply } });
  const lost = await ask(name, keyed);
  expect(writesIn(lost)).toHaveLength(1);
  expect(payloadOf(lost).outcome).toBe('UNKNOWN');
  return async () => {
    const again = await ask(name, keyed);
    expect(writesIn(again)).toEqual([]);
    return payloadOf(again);
  };
};

const rowsOf = ({ entity = '', account = null }: KeyedWrite): readonly StoredRow[] =>
  running.emulator.store.rows(entity, account);

/** The rows that a write creates or changes, in their state afterwards. */
const rowsAfter = async (name: string, write: KeyedWrite): Promise<readonly StoredRow[]> => {
  await begin(write);
  const before = new Map(rowsOf(write).map((row) => [idOf(row), row]));
  expect(payloadOf(await ask(name, write.input)).outcome).toBe('APPLIED');
  return rowsOf(write).filter((row) => before.get(idOf(row)) !== row);
};

const idOf = (row: StoredRow): string => String(row['id'] ?? row['media_key']);

let made = 0;
/** Rows of another writer: created now, under ids that the ledger has not seen. */
const somebodyElses = (name: string, write: KeyedWrite, rows: readonly StoredRow[]) => {
  const known = new Set(rowsOf(write).map(idOf));
  return rows.map((row): StoredRow => {
    made += 1;
    // Settings exist before they are written for the first time.
    if (name.startsWith('update') || known.has(idOf(row))) return row;
    const id = `${idOf(row).slice(0, -6)}${String(made).padStart(6, '0')}`;
    const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    return { ...row, id, created_at: now, updated_at: now };
  });
};

/** Inserts rows of another writer for the time of some work. */
const among = async <Result>(
  { entity = '', account = null }: KeyedWrite,
  rows: readonly StoredRow[],
  work: () => Promise<Result>,
): Promise<Result> => {
  const { store: data } = running.emulator;
  const before = new Map(data.rows(entity, account).map((row) => [idOf(row), row]));
  for (const row of rows) data.insert(entity, account, row);
  const result = await work();
  for (const row of rows) {
    const known = before.get(idOf(row));
    if (known === undefined) data.remove(entity, account, idOf(row));
    else data.insert(entity, account, known);
  }
  return result;
};

const named = keyedWrites.map(
  ([name, write], index) => [`${index + 1} ${name}`, name, write] as const,
);
const readable = named.filter(([, , { noWayBack }]) => noWayBack === undefined);

test('every mutation with a key is in the table', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ args }) =>
    args.some(({ type }) => {
      const input = 'ofType' in type ? type.ofType : type;
      const key = isInputObjectType(input) ? input.getFields()['idempotencyKey'] : undefined;
      // A mutation with a required key is several keyed writes.
      return key !== undefined && !isRequiredInputField(key);
    }),
  );
  expect(new Set(keyedWrites.map(([name]) => name))).toEqual(
    new Set(mutations.map(({ name }) => name)),
  );
});

describe(`a write whose answer was lost (SEED=${seed})`, () => {
  test.each(sampleOf(named, 40))(
    '%s: that was not applied is not APPLIED',
    async (_title, name, write) => {
      await begin(write);
      const again = await lose(name, write, false);
      const { outcome, errors } = await again();
      expect(outcome).toBe('UNKNOWN');
      expect(errors[0]?.message).not.toBe('');
    },
  );

  test.each(readable)('%s: that was applied is APPLIED', async (_title, name, write) => {
    await begin(write);
    const again = await lose(name, write, true);
    const { outcome, errors } = await again();
    expect([outcome, errors]).toEqual(['APPLIED', []]);
  });

  test.each(named.filter(([, , { noWayBack }]) => noWayBack !== undefined))(
    '%s: stays UNKNOWN although it was applied, and gives the reason',
    async (_title, name, write) => {
      await begin(write);
      const again = await lose(name, write, true);
      const { outcome, errors } = await again();
      expect(outcome).toBe('UNKNOWN');
      expect(errors[0]?.message).toContain(write.noWayBack);
    },
  );
});

describe(`rows other than the requested ones (SEED=${seed})`, () => {
  const visible = readable.filter(([, , { shown }]) => shown !== undefined);
  test.each(sampleOf(visible, 40))(
    '%s: are never accepted, whichever member differs',
    async (_title, name, write) => {
      const rows = await rowsAfter(name, write);
      await begin(write);
      const again = await lose(name, write, false);
      const outcomeAmong = (some: readonly StoredRow[]): Promise<string> =>
        among(write, somebodyElses(name, write, some), async () => (await again()).outcome);
      const misses = sampleOf(nearMisses(rows, write), 5);
      expect(misses.length).toBeGreaterThan(0);
      for (const { what, rows: some } of misses) {
        expect(await outcomeAmong(some), what).toBe('UNKNOWN');
      }
      // A read that shows all rows is accepted, so each look went to these rows.
      expect(await outcomeAmong(rows)).toBe('APPLIED');
    },
  );
});
