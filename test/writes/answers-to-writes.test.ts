import { describe, expect, test } from 'vitest';
import type { FaultOrder } from '../../emulator/faults.ts';
import type { StoredRow } from '../../emulator/store.ts';
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import { columnOf } from '../../src/upstream/catalogue/language/stored-values.ts';
import { argumentOf } from '../../src/upstream/catalogue/names.ts';
import type { KeyedWrite } from '../cases/keyed-writes.ts';
import { keyedWrites } from '../cases/keyed-writes.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { launched, launchInput, launching, madeSince, rowsIn } from '../support/launches.ts';
import { sampleOf, seed } from '../support/sampling.ts';

// The writes of the table exceed the API's limit for a minute.
const windows = { get: () => undefined, set: () => undefined };
const running = useGateway({ parts: { windows } });

const ask = (name: string, input: object): Promise<Answer> => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  return running.ask(
    `mutation ($input: ${type}) { ${name}(input: $input) { outcome errors { code message } } }`,
    { input },
  );
};
const payloadOf = ({ data, errors }: Answer) => {
  expect(errors).toBeUndefined();
  return Object.values(data)[0] as {
    readonly outcome: string;
    readonly errors: readonly { readonly code: string; readonly message: string }[];
  };
};

const begin = ({ rows = {}, account = null }: KeyedWrite): void => {
  running.emulator.reset({ data: true });
  for (const [entity, some] of Object.entries(rows)) {
    for (const row of some) running.emulator.store.insert(entity, account, row as StoredRow);
  }
};
const rowsOf = ({ entity = '', account = null }: KeyedWrite): readonly StoredRow[] =>
  running.emulator.store.rows(entity, account);
const idOf = (row: StoredRow): string => String(row['id'] ?? row['media_key']);

/** The rows that a write creates or changes: each before it (null for a new one) and after it. */
const changesOf = async (name: string, write: KeyedWrite) => {
  begin(write);
  const before = new Map(rowsOf(write).map((row) => [idOf(row), row]));
  expect(payloadOf(await ask(name, write.input)).outcome).toBe('APPLIED');
  return rowsOf(write)
    .filter((row) => before.get(idOf(row)) !== row)
    .map((after) => ({ before: before.get(idOf(after)) ?? null, after }));
};

const isBatch = (name: string): boolean => name.startsWith('batch');
const isList = (name: string): boolean => isBatch(name) || name === 'createPromotedTweets';

/** The outcome of a write whose answer has these rows and that changes nothing. */
const outcomeOf = async (name: string, write: KeyedWrite, rows: readonly StoredRow[]) => {
  const json = { data: isList(name) ? rows : rows[0] };
  const order: FaultOrder = {
    match: { method: 'POST|PUT|DELETE' },
    times: 1,
    fault: { kind: 'answer', status: 200, json },
  };
  running.emulator.fault(order);
  return payloadOf(await ask(name, write.input));
};

/** Another value of the same kind; undefined if the API may show any value for the sent one. */
const otherThan = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 3_333_333;
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return '2019-03-04T05:06:07Z';
    return /^\d+(\.\d+)?$/.test(value) ? `7${value}` : `${value}x`;
  }
  if (Array.isArray(value)) {
    const others = value.map(otherThan);
    return others.includes(undefined) || value.length === 0 ? undefined : others;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const others = Object.entries(value).map(([name, one]) => [name, otherThan(one)] as const);
  const known = others.filter(([, one]) => one !== undefined);
  return known.length === 0 ? undefined : { ...value, ...Object.fromEntries(known) };
};

// The repost of another user's post has an id of its own.
const isReplaced = (name: string, column: string): boolean =>
  name === 'createPromotedTweets' && column === 'tweet_id';

/** The rows of an answer with another value in one of the columns that show sent values. */
const othersOf = (name: string, write: KeyedWrite, rows: readonly StoredRow[]) =>
  (write.shown ?? []).flatMap((column) =>
    rows.flatMap((row, index) => {
      const other = otherThan(row[column]);
      const isCompared = other !== undefined && row['deleted'] !== true;
      if (!isCompared || isReplaced(name, column)) return [];
      return [
        {
          what: `${column}: ${JSON.stringify(other)}`,
          rows: rows.with(index, { ...row, [column]: other }),
        },
      ];
    }),
  );

const shown = keyedWrites
  .map(([name, write], index) => [`${index + 1} ${name}`, name, write] as const)
  .filter(([, , write]) => write.entity !== undefined && write.shown !== undefined);

describe(`an answer to a write (SEED=${seed})`, () => {
  test.each(shown)(
    '%s: is UNKNOWN if a column shows another value',
    async (_title, name, write) => {
      const rows = (await changesOf(name, write)).map(({ after }) => after);
      begin(write);
      expect(await outcomeOf(name, write, rows), 'its own rows').toMatchObject({
        outcome: 'APPLIED',
        errors: [],
      });
      const others = sampleOf(othersOf(name, write, rows), 2);
      for (const { what, rows: some } of others) {
        const { outcome, errors } = await outcomeOf(name, write, some);
        expect([outcome, errors[0]?.code], what).toEqual(['UNKNOWN', 'UPSTREAM_OUTCOME_UNKNOWN']);
      }
    },
  );

  /** Answers in which one column shows another value than the sent one. */
  const contradictionsOf = ([name, { input }]: (typeof keyedWrites)[number]) => {
    const { params, returns } = endpoints.find((one) => one.name === name) as Endpoint;
    const { of, as, omits } = returns;
    if (of === null || (as !== 'one' && as !== 'many')) return [];
    return Object.entries(params).flatMap((named) => {
      const [param, { isReplaced, shownAs = '' }] = named;
      const column = columnOf(of, named);
      const other = otherThan(input[argumentOf(...named)]);
      // The emulator sends no column that the API omits here.
      const isShown = column !== null && isReplaced !== true && !omits.includes(column);
      // The form of sent objects differs from that of the input.
      const isWhole = typeof other !== 'object' && other !== undefined && !shownAs.includes('.');
      if (!isShown || !isWhole) return [];
      return [{ param, columns: { [column]: other } }];
    });
  };
  const told = keyedWrites.filter((one) => contradictionsOf(one).length > 0);

  test.each(told.map((one, index) => [`${index + 1} ${one[0]}`, one] as const))(
    '%s: is UNKNOWN if it shows another value than a parameter',
    async (_title, one) => {
      const [name, write] = one;
      for (const { param, columns } of sampleOf(contradictionsOf(one), 2)) {
        begin(write);
        const match = { method: 'POST|PUT|DELETE' };
        running.emulator.fault({ match, times: 1, fault: { kind: 'merge', columns } });
        const { outcome, errors } = payloadOf(await ask(name, write.input));
        const isOfAnother = /differs from what was sent/.test(errors[0]?.message ?? '');
        expect([param, outcome, isOfAnother]).toEqual([param, 'UNKNOWN', true]);
      }
    },
  );

  test('is compared for every write whose answer shows the sent values', () => {
    const names = new Set(told.map(([name]) => name));
    const others = new Set(keyedWrites.map(([name]) => name).filter((name) => !names.has(name)));
    expect([...others].filter((name) => !/^(delete|cancel|batch)/.test(name))).toEqual([
      'stageMedia',
      'previewDraftTweet',
      // These answer with counts, which are compared with the number of records.
      'updateCustomAudienceUsers',
      'updateDoNotReachListUsers',
      'recordWebConversions',
      'createSandboxAccount',
      // These answer with texts: see the next test.
      'addSandboxFeatures',
      'removeSandboxFeatures',
      // This answers with the ids of its items, which are compared one by one.
      'putProducts',
      'invalidateBearerToken',
      'invalidateAccessToken',
    ]);
  });

  test.each([
    ['addSandboxFeatures', []],
    ['removeSandboxFeatures', ['AGE_TARGETING']],
  ] as const)('%s: is UNKNOWN if the features are not as they were sent', async (name, data) => {
    const [, write] = keyedWrites.find((one) => one[0] === name) as (typeof keyedWrites)[number];
    begin(write);
    running.emulator.fault({
      match: { method: 'POST|PUT|DELETE' },
      times: 1,
      fault: { kind: 'answer', status: 200, json: { data } },
    });
    expect(payloadOf(await ask(name, write.input)).outcome).toBe('UNKNOWN');
  });

  const changed = shown.filter(([, name]) => name.startsWith('update'));
  test.each(changed)('%s: is UNKNOWN if it shows the previous row', async (_title, name, write) => {
    const [{ before } = { before: null }] = await changesOf(name, write);
    begin(write);
    if (before === null) return;
    expect(await outcomeOf(name, write, [before])).toMatchObject({ outcome: 'UNKNOWN' });
  });

  const deleted = keyedWrites.filter(
    ([name, { entity }]) => name.startsWith('delete') && entity !== undefined,
  );
  test.each(deleted)('%s: is UNKNOWN if the row is not deleted', async (name, write) => {
    begin(write);
    const known = new Set(rowsOf(write).filter((row) => row['deleted'] === true));
    await ask(name, write.input);
    const row = rowsOf(write).find((one) => one['deleted'] === true && !known.has(one));
    if (row === undefined) return;
    begin(write);
    expect(await outcomeOf(name, write, [row])).toMatchObject({ outcome: 'APPLIED' });
    expect(await outcomeOf(name, write, [{ ...row, deleted: false }])).toMatchObject({
      outcome: 'UNKNOWN',
    });
  });

  test('proves nothing by a column that it lacks, nor by one that the API spells differently', async () => {
    const [, write] = keyedWrites.find(
      ([name]) => name === 'createCampaign',
    ) as (typeof keyedWrites)[number];
    const [{ after } = { after: {} as StoredRow }] = await changesOf('createCampaign', write);
    for (const more of [
      { name: undefined },
      { name: ' SPRING ' },
      { funding_instrument_id: 'FIK3S001' },
      { daily_budget_amount_local_micro: undefined, entity_status: undefined },
    ]) {
      begin(write);
      const row = JSON.parse(JSON.stringify({ ...after, ...more }));
      expect(await outcomeOf('createCampaign', write, [row]), JSON.stringify(more)).toMatchObject({
        outcome: 'APPLIED',
        errors: [],
      });
    }
  });

  test.each([
    ['EUR', '1200000', '1000000', 'UNKNOWN'],
    ['EUR', '1204000', '1200000', 'APPLIED'],
    ['JPY', '1200400000', '1200000000', 'APPLIED'],
    ['JPY', '1200400000', '1100000000', 'UNKNOWN'],
  ])('in %s: %s micros that return as %s are %s', async (currency, sent, shown, outcome) => {
    running.emulator.reset({ data: true });
    const columns = { bid_amount_local_micro: Number(shown), currency };
    running.emulator.fault({ times: 1, fault: { kind: 'merge', columns } });
    const input = { accountId: launching.accountId, lineItemId: 'lik3s000' };
    const answered = await ask('updateLineItem', { ...input, bidAmountLocalMicro: sent });
    expect(payloadOf(answered).outcome).toBe(outcome);
  });

  test.each([
    ['Another post', 'UNKNOWN'],
    ['See us at https://t.co/a1', 'APPLIED'],
    ['See us… https://t.co/a1', 'APPLIED'],
    ['See them… https://t.co/a1', 'UNKNOWN'],
    ['', 'APPLIED'],
    [null, 'APPLIED'],
  ])('to createTweet that shows only `text`, %j, is %s', async (text, outcome) => {
    running.emulator.reset({ data: true });
    running.emulator.fault({ times: 1, fault: { kind: 'merge', columns: { text } } });
    const input = { accountId: launching.accountId, asUserId: '1480000000000000101' };
    const answered = await ask('createTweet', { ...input, text: 'See us at https://a.example/X' });
    expect(payloadOf(answered).outcome).toBe(outcome);
  });

  test('with a key is UNKNOWN too, and then the write is read back', async () => {
    const [, write] = keyedWrites.find(
      ([name]) => name === 'createCampaign',
    ) as (typeof keyedWrites)[number];
    begin(write);
    const [other] = rowsOf(write);
    const keyed = {
      ...write,
      input: { ...write.input, name: 'Another row', idempotencyKey: 'another row' },
    };
    expect(await outcomeOf('createCampaign', keyed, [other as StoredRow])).toMatchObject({
      outcome: 'UNKNOWN',
    });
    const again = await ask('createCampaign', keyed.input);
    expect(payloadOf(again).outcome).toBe('UNKNOWN');
    expect(again.calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('of a launch about another campaign stops it, and nothing is created in that one', async () => {
    running.emulator.reset({ data: true });
    const before = rowsIn(running);
    const [other] = running.emulator.store
      .rows('Campaign', launching.accountId)
      .filter((row) => row['entity_status'] === 'ACTIVE');
    running.emulator.fault({
      match: { endpoint: 'createCampaign' },
      times: 1,
      fault: { kind: 'answer', status: 201, json: { data: other } },
    });
    const { payload, calls } = await launched(running, {
      ...launchInput({ activate: true }),
      idempotencyKey: 'another campaign',
    });
    expect(payload).toMatchObject({ outcome: 'UNKNOWN', campaign: null });
    expect(calls).toEqual(['createCampaign']);
    expect(madeSince(before, running).LineItem).toEqual([]);
  });

  test.each([
    ['batchLineItems', 3, 'name'],
    ['batchTargetingCriteria', 6, 'targeting_value'],
  ] as const)(
    'of a launch to %s that shows another value stops it',
    async (endpoint, count, column) => {
      running.emulator.reset({ data: true });
      const data = Array.from({ length: count }, (_, index) => ({
        id: `zz${index}`,
        [column]: 'other',
      }));
      running.emulator.fault({
        match: { endpoint },
        times: 1,
        fault: { kind: 'merge', set: { data } },
      });
      const input = { ...launchInput({ activate: true }), idempotencyKey: `other ${endpoint}` };
      const { payload } = await launched(running, input);
      expect(payload.outcome).toBe('UNKNOWN');
      expect(
        payload.steps.find(({ step }: { step: string }) => step === 'ACTIVATE_CAMPAIGN').outcome,
      ).toBe('NOT_APPLIED');
    },
  );
});
