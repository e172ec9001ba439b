import { beforeEach, expect, test } from 'vitest';
import type { StoredRow } from '../../emulator/store.ts';
import { useGateway } from '../support/gateway.ts';
import type {
  CountedAmounts,
  GuardedWrite,
  HeldRow,
  PlainRule,
  RowChange,
} from '../support/guard-reference.ts';
import { countInReference, refusedByReference } from '../support/guard-reference.ts';
import { guardsFile } from '../support/guards.ts';
import { launchInput, launching, lineItemInput } from '../support/launches.ts';
import type { Random } from '../support/random.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';

const { accountId, fundingInstrumentId, posts } = launching;
const file = guardsFile();
const started = Date.now();
let aheadMs = 0;
const now = (): number => started + aheadMs;
const running = useGateway({ env: { GUARDS: file.path }, parts: { now } });
const dailyColumn = 'daily_budget_amount_local_micro';
const totalColumn = 'total_budget_amount_local_micro';

beforeEach(() => running.emulator.reset({ data: true }));

const decimal = (micros: bigint): string =>
  `${micros / 1_000_000n}.${`${micros % 1_000_000n}`.padStart(6, '0')}`;
const euros = (amount: number): bigint => BigInt(amount) * 1_000_000n;

/** The member of a rule with amounts: in euros, or in an unused currency. */
const amounts = (value: bigint | 'other') =>
  value === 'other' ? { USD: '5' } : { EUR: decimal(value) };

const inFile = ({ name, ...rule }: PlainRule): object => {
  const { only, never, dailyMax, totalMax, bidMax, raisePercent, raisePerDay, ...others } = rule;
  const daily = {
    ...(dailyMax !== undefined && { max: amounts(dailyMax) }),
    ...(raisePercent !== undefined && { raisePercent: Number(raisePercent) }),
    ...(raisePerDay !== undefined && { raisePerDay: amounts(raisePerDay) }),
  };
  const { activationsPerDay, items } = others;
  return {
    name,
    ...(only !== undefined && { mutations: { only } }),
    ...(never !== undefined && { mutations: { never } }),
    ...(Object.keys(daily).length > 0 && { dailyBudget: daily }),
    ...(totalMax !== undefined && { totalBudget: { max: amounts(totalMax) } }),
    ...(bidMax !== undefined && { bid: { max: amounts(bidMax) } }),
    ...(activationsPerDay !== undefined && { activationsPerDay: Number(activationsPerDay) }),
    ...(items !== undefined && { items }),
  };
};

const randomRule = (random: Random, name: string): PlainRule => {
  const most = (...values: readonly number[]) =>
    random.chance(0.15) ? ('other' as const) : euros(random.of(values));
  const names = [
    'deleteCampaign',
    'create*',
    'batch*',
    'updateLine*',
    'createPromotedTweets',
    'launchCampaign',
  ];
  return {
    name,
    ...(random.chance(0.15) && { never: [random.of(names), random.of(names)] }),
    ...(random.chance(0.4) && { dailyMax: most(20, 50, 90) }),
    ...(random.chance(0.3) && { totalMax: most(500, 900) }),
    ...(random.chance(0.3) && { bidMax: most(2, 4) }),
    ...(random.chance(0.3) && { raisePercent: BigInt(random.of([0, 50, 200])) }),
    ...(random.chance(0.5) && { raisePerDay: most(40, 150, 400) }),
    ...(random.chance(0.5) && { activationsPerDay: BigInt(random.of([0, 2, 6])) }),
    ...(random.chance(0.2) && { items: random.of([1, 2, 14, 15]) }),
  };
};

const heldOf = (row: StoredRow | undefined): HeldRow | null => {
  if (row === undefined) return null;
  const amount = (column: string) => (row[column] == null ? null : BigInt(String(row[column])));
  return {
    daily: amount(dailyColumn),
    total: amount(totalColumn),
    bid: amount('bid_amount_local_micro'),
    isActive: row['entity_status'] === 'ACTIVE',
    isByLineItem: row['budget_optimization'] === 'LINE_ITEM',
  };
};

const rowOf = (entity: string, id: string) => running.emulator.store.find(entity, accountId, id);

const insertRows = (): void => {
  const { store } = running.emulator;
  const own = (entity: string, id: string, more: object) =>
    store.insert(entity, accountId, {
      ...store.rows(entity, accountId)[0],
      deleted: false,
      ...more,
      id,
    });
  for (const [index, id] of campaignIds.entries()) {
    own('Campaign', id, {
      name: id,
      funding_instrument_id: fundingInstrumentId,
      budget_optimization: index === 2 ? 'LINE_ITEM' : 'CAMPAIGN',
      entity_status: 'PAUSED',
      [dailyColumn]: index === 2 ? null : 10_000_000,
      [totalColumn]: index === 0 ? 400_000_000 : null,
      standard_delivery: index === 2 ? null : true,
    });
    own('LineItem', `l${id}`, {
      campaign_id: id,
      name: id,
      entity_status: index === 0 ? 'ACTIVE' : 'PAUSED',
      bid_strategy: 'MAX',
      bid_amount_local_micro: 1_000_000,
      currency: 'EUR',
      objective: 'ENGAGEMENTS',
      product_type: 'PROMOTED_TWEETS',
      [dailyColumn]: index === 2 ? 10_000_000 : null,
      start_time: '2032-01-01T00:00:00Z',
      end_time: '2032-03-01T00:00:00Z',
    });
  }
};

const campaignIds = ['ra', 'rb', 'rc', 'rd'];

/** A value of an input, and the same for the reference. */
const amountsOf = (random: Random, kinds: readonly ('daily' | 'total')[], clears: boolean) => {
  const input: Record<string, unknown> = {};
  const told: { daily?: bigint | null; total?: bigint | null } = {};
  for (const kind of kinds) {
    if (random.chance(0.4)) continue;
    const isNull = clears && random.chance(0.15);
    const value = euros(
      kind === 'daily' ? random.of([1, 8, 10, 15, 30, 60, 100]) : random.of([300, 600, 1000]),
    );
    input[`${kind}Budget`] = isNull ? null : decimal(value);
    told[kind] = isNull ? null : value;
  }
  return { input, told };
};

interface RandomWrite {
  readonly write: GuardedWrite;
  readonly input: object;
}

const statusOf = (random: Random, part: number) => {
  const status = random.chance(part) ? random.of(['ACTIVE', 'PAUSED'] as const) : undefined;
  return status === undefined
    ? { input: {}, told: {} }
    : { input: { entityStatus: status }, told: { status } };
};

const modeOf = (random: Random, part: number) => {
  const mode = random.chance(part) ? random.of(['CAMPAIGN', 'LINE_ITEM'] as const) : undefined;
  return mode === undefined
    ? { input: {}, told: {} }
    : { input: { budgetOptimization: mode }, told: { mode } };
};

const parts = (...all: readonly { readonly input: object; readonly told: object }[]) => ({
  input: Object.assign({}, ...all.map(({ input }) => input)) as object,
  told: Object.assign({}, ...all.map(({ told }) => told)) as Partial<RowChange>,
});

const newCampaign = (random: Random) => {
  const { input, told } = parts(
    amountsOf(random, ['daily', 'total'], false),
    statusOf(random, 0.6),
    modeOf(random, 0.2),
  );
  const doing: RowChange = {
    does: 'create',
    what: 'Campaign',
    before: null,
    parent: null,
    ...told,
  };
  return { doing, input: { fundingInstrumentId, name: random.id(), ...input } };
};

const changedCampaign = (random: Random, campaignId: string) => {
  const { input, told } = parts(
    amountsOf(random, ['daily', 'total'], true),
    statusOf(random, 0.4),
    modeOf(random, 0.15),
  );
  const before = heldOf(rowOf('Campaign', campaignId));
  const doing: RowChange = { does: 'update', what: 'Campaign', before, parent: null, ...told };
  return { doing, input: { campaignId, ...input } };
};

const bidOf = (random: Random) => {
  const bid = random.of([0, 1, 3, 5]);
  return bid === 0
    ? { input: {}, told: {} }
    : {
        input: { bid: String(bid), bidStrategy: 'MAX' },
        told: { bid: euros(bid), strategy: 'MAX' },
      };
};

const single = (
  name: string,
  { doing, input }: { doing: RowChange; input: object },
): RandomWrite => ({
  write: { name, doings: [doing], items: 0 },
  input,
});

const randomWrite = (random: Random): RandomWrite => {
  const campaignId = random.of(campaignIds);
  const campaign = heldOf(rowOf('Campaign', campaignId));
  const lineItemId = `l${campaignId}`;
  const ways: readonly (() => RandomWrite)[] = [
    () => single('updateCampaign', changedCampaign(random, campaignId)),
    () => single('updateCampaign', changedCampaign(random, campaignId)),
    () => single('createCampaign', newCampaign(random)),
    () => {
      const chosen = campaignIds
        .filter(() => random.chance(0.5))
        .map((id) => changedCampaign(random, id));
      const made = Array.from({ length: random.upTo(1) }, () => newCampaign(random));
      const all = [
        ...chosen.map((one) => ({ ...one, kind: 'update' })),
        ...made.map((one) => ({ ...one, kind: 'create' })),
      ];
      if (all.length === 0) all.push({ ...newCampaign(random), kind: 'create' });
      return {
        write: { name: 'batchCampaigns', doings: all.map(({ doing }) => doing), items: all.length },
        input: { operations: all.map(({ kind, input }) => ({ [kind]: input })) },
      };
    },
    () => {
      const { input, told } = parts(bidOf(random), statusOf(random, 0.5));
      const { lineItem } = lineItemInput(random.id());
      const doing: RowChange = {
        does: 'create',
        what: 'LineItem',
        before: null,
        parent: campaign,
        ...told,
      };
      return single('createLineItem', { doing, input: { campaignId, ...lineItem, ...input } });
    },
    () => {
      const { input, told } = parts(bidOf(random), statusOf(random, 0.5));
      const doing: RowChange = {
        does: 'update',
        what: 'LineItem',
        before: heldOf(rowOf('LineItem', lineItemId)),
        parent: null,
        ...told,
      };
      return single('updateLineItem', { doing, input: { lineItemId, ...input } });
    },
    () => {
      const parent = heldOf(rowOf('LineItem', lineItemId));
      const doing: RowChange = { does: 'create', what: 'PromotedTweets', before: null, parent };
      return single('createPromotedTweets', {
        doing,
        input: { lineItemId, tweetIds: [random.of(posts)] },
      });
    },
    () => {
      const activate = random.chance(0.5);
      const daily = random.of([5, 40, 95]);
      const created = { does: 'create', before: null, parent: null, status: 'PAUSED' } as const;
      const off: HeldRow = {
        daily: null,
        total: null,
        bid: null,
        isActive: false,
        isByLineItem: false,
      };
      const active = { does: 'update', before: off, parent: null, status: 'ACTIVE' } as const;
      const names = ['A', 'B', 'C'];
      const doings: readonly RowChange[] = [
        { ...created, what: 'Campaign', daily: euros(daily) },
        ...names.map((): RowChange => ({ ...created, what: 'LineItem', parent: off })),
        ...names.map((): RowChange => ({ ...created, what: 'PromotedTweets', parent: off })),
        ...(activate
          ? [
              ...names.map((): RowChange => ({ ...active, what: 'LineItem' })),
              { ...active, what: 'Campaign' } as const,
            ]
          : []),
      ];
      const { campaign: own, ...others } = launchInput({ activate });
      const { dailyBudgetAmountLocalMicro: _, ...values } = own;
      return {
        write: { name: 'launchCampaign', doings, items: 15 },
        input: { ...others, campaign: { ...values, dailyBudget: String(daily) } },
      };
    },
  ];
  return random.of(random.chance(0.92) ? ways.slice(0, -1) : ways)();
};

const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
const writeErrors = 'errors { code details argument message }';

test(
  'guards allow and refuse the same as a slow reference',
  async () => {
    const random = randomFrom(seed);
    const tally: Record<string, number> = {};
    let rules: readonly PlainRule[] = [];
    let counted: CountedAmounts = new Map();
    for (let step = 0; step < runs(200, 2000); step += 1) {
      if (step % 25 === 0) {
        running.emulator.reset({ data: true });
        insertRows();
        counted = new Map();
        rules = Array.from({ length: 1 + random.upTo(1) }, (_, index) =>
          randomRule(random, `rule ${index} from step ${step}`),
        );
        file.write(rules.map(inFile));
        running.renewRules();
      }
      if (random.chance(0.1)) aheadMs += random.of([1, 5, 13]) * 3_600_000;
      const { write, input } = randomWrite(random);
      const { name } = write;
      const isLaunch = name === 'launchCampaign';
      const keyed = isLaunch || random.chance(0.4) ? { idempotencyKey: random.id() } : {};
      const fault = isLaunch
        ? null
        : random.of([null, null, null, 'lost', 'dropped', 'refused'] as const);
      if (fault !== null) {
        const status = fault === 'refused' ? 400 : 500;
        running.emulator.fault({
          match: { method: 'PUT|POST' },
          fault: { kind: 'answer', status, apply: fault === 'lost' },
          times: 1,
        });
      }
      const sums = { counted, day: berlin.format(now()) };
      const expected = refusedByReference(rules, write, sums);
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
      const results = name.startsWith('batch') ? `results { ${writeErrors} }` : '';
      const document = `mutation ($input: ${type}!) { ${name}(input: $input) { outcome ${writeErrors} ${results} } }`;
      const variables = { input: { accountId, ...input, ...keyed } };
      const { data, errors, calls } = await running.ask(document, variables);
      // Faults that no call met are forgotten.
      running.emulator.reset();
      const payload = data?.[name] ?? null;
      const all: readonly { code: string; details: string }[] = [
        ...(payload?.errors ?? []),
        ...(payload?.results ?? []).flatMap((one: { errors: object[] }) => one.errors),
      ];
      const told = JSON.stringify(
        { step, write: name, input, rules: rules.map(inFile), payload, errors },
        (_, value) => (typeof value === 'bigint' ? String(value) : value),
      );
      if (all.some(({ code }) => code === 'BAD_USER_INPUT')) continue;
      const refusedBy = all
        .filter(({ code }) => code === 'GUARD_REFUSED')
        .map(({ details }) => details);
      expect([...new Set(refusedBy)].sort(), told).toEqual(expected);
      const sent = calls.some(({ method }) => method !== 'GET');
      expect(sent, told).toBe(expected.length === 0);
      const outcome =
        expected.length > 0 ? 'GUARDED' : (payload?.outcome ?? errors?.[0]?.extensions.code);
      tally[outcome] = (tally[outcome] ?? 0) + 1;
      if (['APPLIED', 'UNKNOWN'].includes(outcome)) countInReference(rules, write, sums);
      // A step of a launch that the API refuses leaves the steps before it counted.
      if (isLaunch && expected.length === 0) expect(outcome, told).toBe('APPLIED');
      if (outcome === 'APPLIED' && random.chance(0.3) && 'idempotencyKey' in keyed) {
        const again = await running.ask(document, variables);
        expect(again.data[name].outcome, told).toBe('APPLIED');
      }
    }
    console.info(`seed ${seed}:`, tally);
    for (const outcome of ['APPLIED', 'UNKNOWN', 'REJECTED', 'GUARDED']) {
      expect(tally[outcome], outcome).toBeGreaterThan(0);
    }
  },
  patience,
);
