import { setTimeout as pause } from 'node:timers/promises';
import type { FaultOrder } from '../../emulator/faults.ts';
import type { StoredRow } from '../../emulator/store.ts';
import type { Running } from './gateway.ts';
import type { LaunchAnswer } from './launches.ts';
import { launched, launchInput, launching, lineItemInput } from './launches.ts';
import type { quickTime } from './quick-time.ts';
import type { Random } from './random.ts';

/** A gateway, and the clock that it shares with its emulator. */
export interface TimedGateway extends Running {
  readonly time: ReturnType<typeof quickTime>;
}

type Fault = FaultOrder['fault'];

/** The faults of a step: refused, lost before it was applied, or lost afterwards. */
export const stepFaults: readonly Fault[] = [
  { kind: 'drop', apply: true },
  { kind: 'drop', apply: false },
  { kind: 'answer', status: 503, apply: true },
  { kind: 'answer', status: 503 },
  { kind: 'answer', status: 500, text: 'no', apply: true },
  { kind: 'answer', status: 400, json: { errors: [{ code: 'INVALID', message: 'not now' }] } },
  { kind: 'answer', status: 408 },
  { kind: 'redirect', location: 'http://127.0.0.1:9/', apply: true },
  { kind: 'cut', at: 'headers' },
  { kind: 'cut', at: 'body' },
  { kind: 'truncate' },
  { kind: 'hang' },
  { kind: 'edit', edit: 'nullData' },
  { kind: 'delay', delayMs: 400 },
];

const steps = [
  ['createCampaign', 0],
  ['batchLineItems', 0],
  ['batchTargetingCriteria', 0],
  ['createPromotedTweets', 0],
  ['createPromotedTweets', 1],
  ['batchLineItems', 1],
  ['updateCampaign', 0],
] as const;

const kinds = ['Campaign', 'LineItem', 'TargetingCriterion', 'PromotedTweet'] as const;
type Kind = (typeof kinds)[number];

/** The rows of a launch in the API. */
export type LaunchRows = Readonly<Record<Kind, readonly StoredRow[]>>;

/** The rows of the launch whose campaign has this name, deleted rows included. */
export const thereOf = ({ emulator }: Pick<Running, 'emulator'>, name: string): LaunchRows => {
  const rows = (kind: Kind) => emulator.store.rows(kind, launching.accountId);
  const Campaign = rows('Campaign').filter((row) => row['name'] === name);
  const ids = new Set(Campaign.map(({ id }) => id));
  const LineItem = rows('LineItem').filter((row) => ids.has(row['campaign_id']));
  const own = new Set(LineItem.map(({ id }) => id));
  const inThem = (kind: Kind) => rows(kind).filter((row) => own.has(row['line_item_id']));
  const [TargetingCriterion, PromotedTweet] = [
    inThem('TargetingCriterion'),
    inThem('PromotedTweet'),
  ];
  return { Campaign, LineItem, TargetingCriterion, PromotedTweet };
};

/** A change that a person made to a row: the last one for each row counts. */
interface PersonChange {
  readonly kind: Kind;
  readonly id: unknown;
  readonly said: 'PAUSED' | 'DELETED';
}

const mutations: Readonly<Record<string, readonly [mutation: string, id: string]>> = {
  'Campaign PAUSED': ['updateCampaign', 'campaignId'],
  'LineItem PAUSED': ['updateLineItem', 'lineItemId'],
  'PromotedTweet DELETED': ['deletePromotedTweet', 'promotedTweetId'],
  'TargetingCriterion DELETED': ['deleteTargetingCriterion', 'targetingCriterionId'],
};

const say = async (
  { ask, time }: TimedGateway,
  { kind, id, said }: PersonChange,
): Promise<void> => {
  const [mutation, name] = mutations[`${kind} ${said}`] ?? ['', ''];
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const state = said === 'PAUSED' ? { entityStatus: said } : {};
  // After many faults the gateway sends nothing for a while.
  for (let tries = 40; tries > 0; tries -= 1) {
    const { data } = await ask(
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { outcome } }`,
      { input: { accountId: launching.accountId, [name]: id, ...state } },
    );
    if (data?.[mutation]?.outcome === 'APPLIED') return;
    time.pass(250);
  }
  throw new Error(`nobody could say ${kind} ${said}`);
};

/** One try of a launch: its answers, and the rows afterwards. */
interface Try {
  readonly fault: string;
  readonly answers: readonly LaunchAnswer[];
  readonly there: LaunchRows;
  /** The changes that a person had made before it. */
  readonly words: readonly PersonChange[];
}

export interface Story {
  readonly input: ReturnType<typeof launchInput> & { readonly idempotencyKey: string };
  readonly activate: boolean;
  readonly tries: readonly Try[];
}

/**
 * Launches with a fault at any step, a second caller at any moment, and changes by a person between
 * tries.
 */
export const tellStory = async (running: TimedGateway, random: Random): Promise<Story> => {
  const activate = random.chance(0.8);
  const name = `Launched in a story ${random.id()} ${random.id()}`;
  const lineItems = ['A', 'B'].map((one) => lineItemInput(one));
  const { campaign, ...rest } = launchInput({ lineItems, activate });
  const input = { ...rest, campaign: { ...campaign, name }, idempotencyKey: name };
  const tries: Try[] = [];
  const words: PersonChange[] = [];
  const attempt = async (fault: string, callers: number): Promise<Try> => {
    const answers = await Promise.all(
      Array.from({ length: callers }, async (_, index) => {
        await pause(index * random.upTo(150));
        return launched(running, input);
      }),
    );
    const done = { fault, answers, there: thereOf(running, name), words: [...words] };
    tries.push(done);
    return done;
  };
  for (let left = random.upTo(2); left >= 0; left -= 1) {
    const [endpoint, skip] = random.of(steps);
    const fault = random.of(stepFaults);
    running.emulator.fault({
      match: { endpoint },
      skip: tries.length === 0 ? skip : 0,
      times: 1,
      fault,
    });
    const { there } = await attempt(
      `${endpoint} ${skip} ${JSON.stringify(fault)}`,
      random.of([1, 2]),
    );
    running.emulator.reset();
    if (!random.chance(0.5)) continue;
    // Times of the API are whole seconds, and no person is faster.
    running.time.pass(1100);
    for (const word of wordsAbout(there, random)) {
      await say(running, word);
      words.push(word);
    }
  }
  let isTold = false;
  for (let left = 40; left > 0; left -= 1) {
    const wasTold = isTold;
    const { answers } = await attempt('none', wasTold ? 1 : random.of([1, 2]));
    isTold = answers.every(isWhole);
    if (wasTold && isTold) break;
    if (!isTold) running.time.pass(500);
  }
  return { input, activate, tries };
};

/**
 * True if an answer reports the outcome of a launch and shows the rows that it made. A breaker may
 * prevent the latter.
 */
const isWhole = ({ payload }: LaunchAnswer): boolean =>
  ['APPLIED', 'UNKNOWN'].includes(payload?.outcome) &&
  !/its row could not be read/.test(JSON.stringify(payload.errors));

const wordsAbout = (there: LaunchRows, random: Random): readonly PersonChange[] => {
  const live = (kind: Kind) => there[kind].filter(({ deleted }) => deleted !== true);
  const all = Object.keys(mutations).flatMap((text): readonly PersonChange[] => {
    const [kind, said] = text.split(' ') as [Kind, PersonChange['said']];
    return live(kind).map(({ id }) => ({ kind, id, said }));
  });
  return all.length === 0 ? [] : [random.of(all)];
};
