import { randomUUID } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import { type Flawed, flawed, Note } from '../../../loaders/page-query.ts';
import { type LedgerEntry, retentionMs } from '../../../state/ledger.ts';
import { keyRefusal, unreadableRecord } from '../../../state/refusals.ts';
import { promotedTweet } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import { type Values, writtenOf } from '../../../upstream/catalogue/language/values.ts';
import type { Guards } from '../../context.ts';
import type { Args, Load, LoadContext, SelectedField } from '../../field.ts';
import { launchRefusals, type WholeLaunch } from '../../guards/whole-launch.ts';
import { ownValues } from '../../input.ts';
import { needsOf } from '../../reads/needs.ts';
import type { Faults, Outcome, WriteError } from '../../write-errors.ts';
import { atMost, createFaults, faultErrors } from '../../write-errors.ts';
import { shownRows } from '../items.ts';
import { once } from '../write.ts';
import { begin, type KeyedWrite } from '../write-record.ts';
import { treeIn, unknownPosts } from './input-tree.ts';
import { inputOfLaunch } from './launch-input.ts';
import { emptyLaunch, type LaunchEnd, type LineItemMade, type StepEnd, shownEnd } from './made.ts';
import { type Lack, type Launch, type RunningStep, runSteps } from './run-steps.ts';
import type { LaunchStep } from './step.ts';
import { stepsOf } from './steps.ts';
import { allWithoutAds, type CampaignTree, children, membersByEntity } from './tree.ts';

/** Loads `launchCampaign`: checks the whole tree, then makes it step by step. */
export const launchCampaign: Load<unknown, Launch> = once(async (given, asking) => {
  const input = keyedInput(given, asking);
  const faults = createFaults(input, asking.context);
  const { idempotency_key: key } = ownValues(inputOfLaunch, input, faults);
  const tree = treeIn(input, faults);
  const compared = tree as unknown as Args;
  const own = { mutation: 'launchCampaign', key: keyOf(key), compared, faults };
  return launch(own, asking, async (isFirst, refusals) => {
    const unknown = isFirst ? await unknownPosts(tree, asking) : [];
    const refused = unknown.length > 0 ? unknown : await refusals(tree);
    return refused.length > 0 ? refusedLaunch(refused) : { tree, errors: allWithoutAds(tree) };
  });
});

/** A launch whose input was refused, so that nothing was sent. */
export const refusedLaunch = (errors: readonly WriteError[]): Launch =>
  over([], {
    outcome: 'REJECTED',
    campaign: null,
    lineItems: [],
    errors: atMost(errors),
    cause: null,
  });

const over = (steps: Launch['steps'], end: LaunchEnd): Launch => ({
  steps,
  ended: Promise.resolve(end),
  end,
});

/** The key of a launch; null if it is missing, which is a fault. */
export const keyOf = (key: unknown): string | null => (typeof key === 'string' ? key : null);

/** The input of a launch. In a dry run without a key it has some key, since none is used up. */
export const keyedInput = (input: Args, { context: { dryRun } }: LoadContext): Args => {
  const { idempotencyKey: key } = input;
  const isMissing = (writtenOf(key) ?? null) === null;
  return dryRun !== null && isMissing ? { ...input, idempotencyKey: randomUUID() } : input;
};

/** A tree to launch, with errors to report beside it; or a launch that was refused. */
export type PreparedLaunch =
  | {
      readonly tree: CampaignTree;
      readonly errors: readonly WriteError[];
      /** The omissions of a copy. */
      readonly lacks?: readonly Lack[];
      /** The documented rules that the original of a copy breaks. */
      readonly broken?: readonly string[];
      readonly since?: number;
    }
  | Launch;

/** The guards' refusals of a tree as a whole; none if an earlier request has begun it. */
export type Refusals = (tree: CampaignTree) => Promise<readonly WriteError[]>;

type PrepareLaunch = (isFirst: boolean, refusals: Refusals) => Promise<PreparedLaunch>;

/** A launch with its key. Its faults have the arguments as the client wrote them. */
interface KeyedLaunch extends KeyedWrite {
  readonly faults: Pick<Faults, 'found' | 'asGiven'>;
}

const none = async (): Promise<void> => undefined;

const guardedBy =
  (guards: Guards, keyed: KeyedLaunch, asking: LoadContext): Refusals =>
  (tree) =>
    launchRefusals(wholeOf(keyed, tree), asking, guards, (dry) => {
      const run = { made: emptyLaunch(tree), asking: dry, stage: 'NEW', over: none } as const;
      const { mutation } = keyed;
      return runSteps(stepsOf(tree), { ...run, mutation, keyOf: keysOf(keyed) }).ended;
    });

const wholeOf = (
  { mutation, compared, faults: { asGiven } }: KeyedLaunch,
  { isCopied }: CampaignTree,
): WholeLaunch => ({
  mutation,
  overridden: isCopied ? (compared['lineItems'] as Values) : null,
  members: membersByEntity,
  asGiven,
});

// The records of the first steps expire this long after the launch began. After that, the rows that
// it made are unknown.
const resumableMs = retentionMs - 600_000;

/**
 * Makes a tree, or resumes it where an earlier request with the same key stopped. Each step is a
 * keyed write: an applied step is taken from the ledger, and a step of unknown outcome is read
 * back. `prepare` is called once this caller alone has the launch, with true unless an earlier
 * request may have made some of it.
 */
export const launch = async (
  keyed: KeyedLaunch,
  asking: LoadContext,
  prepare: PrepareLaunch,
): Promise<Launch> => {
  const begun = await begin(keyed, asking);
  if (begun === null) return refusedLaunch(faultErrors(keyed.faults.found(), {}).errors);
  const entry = 'outcome' in begun ? null : begun;
  const known = entry?.since ?? Number('outcome' in begun && begun.outcome);
  const isFirst = entry?.isOpen === false;
  const { now, guards, dryRun } = asking.context;
  const isJudged = isFirst && guards !== null && dryRun === null;
  const refusals = isJudged ? guardedBy(guards, keyed, asking) : async () => [];
  const prepared = await prepareSince(known, () => prepare(isFirst, refusals), now).catch(
    async (error: unknown) => {
      await release(entry);
      throw error;
    },
  );

  if ('ended' in prepared) {
    await release(entry);
    return prepared;
  }
  const { tree, errors, lacks = [], broken = [], since } = prepared;
  const { steps, ...running } = runSteps(stepsOf(tree), {
    mutation: keyed.mutation,
    made: emptyLaunch(tree),
    left: lacks,
    asking,
    keyOf: keysOf(keyed),
    stage: entry === null ? 'ENDED' : entry.isOpen ? 'BEGUN' : 'NEW',
    over: async (stop, ends) => {
      if (entry !== null) await recordEnd(entry, stop, ends, since);
    },
  });
  const ended = running.ended
    .catch(async (error: unknown) => {
      await entry?.markUnknown();
      throw error;
    })
    .then((end) => (dryRun === null ? shownEnd(end, asking) : end))
    .then((end) => ({ ...end, errors: [...errors, ...end.errors], broken }));
  const whole = wholeOf(keyed, tree);
  return isDeferred(asking.field.selected)
    ? underWay({ steps, ended, end: null, whole })
    : { ...over(steps, await ended), whole };
};

/** Prepares a launch that was recorded at this time, in milliseconds since 1970. */
const prepareSince = async (
  known: number,
  prepare: () => Promise<PreparedLaunch>,
  now: () => number,
) => {
  refuseOld(known, now());
  const prepared = await prepare();
  if ('ended' in prepared) return prepared;
  const since = Math.min(known, prepared.since ?? known);
  refuseOld(since, now());
  return { ...prepared, since };
};

/** Releases a launch if this request sent nothing of it. */
const release = async (entry: LedgerEntry | null): Promise<void> =>
  entry?.isOpen === true ? entry.markUnknown() : entry?.release();

const refuseOld = (since: number, now: number): void => {
  if (Number.isNaN(since)) throw unreadableRecord();
  if (now - since > resumableMs) throw tooOld();
};

// Keys of callers are printable, so none of them equals one of these.
const keysOf =
  ({ mutation, key }: KeyedWrite) =>
  ({ kind }: LaunchStep, index: number): string =>
    `\n${JSON.stringify([mutation, key, index, kind])}`;

/**
 * Ends the record of a launch, or leaves it to the next caller with its key. If the records of its
 * steps show that nothing was made, the key is free again, also for another input.
 */
const recordEnd = async (
  entry: LedgerEntry,
  stop: StepEnd | null,
  ends: readonly StepEnd[],
  since: number,
): Promise<void> => {
  if (stop === null) return entry.end(String(since), []);
  const isUntouched = ends.every(({ outcome }) => outcome !== 'APPLIED' && outcome !== 'UNKNOWN');
  return isUntouched ? entry.release() : entry.markUnknown();
};

const tooOld = (): GraphQLError =>
  keyRefusal(
    'IDEMPOTENCY_KEY_REUSED',
    'The launch with this idempotencyKey began about 24 hours ago and can no longer be resumed; nothing was sent. Read the campaign to see what exists, and use a new key.',
  );

const underWay = (launching: Launch): Launch => {
  const keep = (end: LaunchEnd): void => {
    launching.end = end;
  };
  // A failure is reported by fields about the end. There may be no such field.
  launching.ended.then(keep, () => undefined);
  return launching;
};

/** True if something below a field is deferred, so that the field need not wait. */
const isDeferred = ({ below }: SelectedField): boolean =>
  [...below.values()].some(
    ({ fields, deferred }) =>
      deferred.length > 0 || fields.some((field) => field.stream !== null || isDeferred(field)),
  );

/** Loads a value about the end of a launch, as soon as it has ended. */
export const ofEnd =
  <T>(read: (end: LaunchEnd) => T | Flawed<T>): Load<Launch, T> =>
  (launches) =>
    Promise.all(launches.map(async ({ ended }) => read(await ended)));

/** Loads a value about the end of a step, as soon as it has ended. */
export const ofStep =
  <T>(read: (end: StepEnd) => T): Load<RunningStep, T> =>
  (steps) =>
    Promise.all(steps.map(async ({ ended }) => read(await ended)));

/** Loads the line items of an ended launch, with the children that can be shown. */
export const lineItemsOf: Load<Launch, readonly LineItemMade[]> = (
  launches,
  _args,
  _context,
  field,
) => {
  const posts = needsOf(field, promotedTweet.name, [['promotedTweets']]);
  const shown = (one: LineItemMade): LineItemMade => {
    const { rows, errors } = shownRows(one.promotedTweets, posts);
    const others = children.map(({ kind, member, create }) => {
      const needs = needsOf(field, create.returns.of.name, [[member]]);
      return { kind, ...shownRows(one.children[kind] ?? [], needs) };
    });
    return {
      ...one,
      promotedTweets: rows,
      children: Object.fromEntries(others.map((found) => [found.kind, found.rows])),
      errors: [...one.errors, ...errors, ...others.flatMap((found) => found.errors)],
    };
  };
  return Promise.all(launches.map(async ({ ended }) => (await ended).lineItems.map(shown)));
};

/** The outcome of a launch, beside the error of the request that stopped it. */
export const outcomeOf = ({ outcome, cause, broken = [] }: LaunchEnd): Outcome | Flawed<Outcome> =>
  flawed(outcome, [
    ...(cause instanceof Error ? [cause] : []),
    ...broken.map(
      (rule) => new Note(`The original breaks a documented rule, and so does its copy: ${rule}`),
    ),
  ]);
