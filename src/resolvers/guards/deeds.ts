import { type GuardRule, isNamed } from '../../config/guards.ts';
import type { StoppedWrite } from '../context.ts';
import { changesOf } from '../effects/sent-changes.ts';
import { finding, type GuardFinding } from './findings.ts';

/** One deed of a mutation, under the name of the mutation that does only this. */
export interface Deed {
  readonly name: string;
  readonly item: number | null;
  readonly argument: string;
}

/** Returns the argument of an item of a write; `item` is null for the whole write. */
export type PlaceDeed = (write: StoppedWrite, item: number | null) => string;

/** True if a mutation deletes something, by its name: `deleteCampaign`. */
export const isDeletion = (name: string): boolean => /^delete[A-Z]/.test(name);

/** The deeds of a call, such as `createCampaign` and `deleteCampaign` of `batchCampaigns`. */
export const deedsOf = (write: StoppedWrite, place: PlaceDeed): readonly Deed[] => {
  const { endpoint, input } = write;
  const { operations, returns, name } = endpoint;
  if (operations === null || returns.as !== 'batch' || returns.of === null)
    return [{ name, item: null, argument: place(write, null) }];
  const { name: entity } = returns.of;
  return changesOf(endpoint, input).map(({ kind }, item) => ({
    name: `${kind.toLowerCase()}${entity}`,
    item,
    argument: place(write, item),
  }));
};

/** The findings of a rule about the names of a mutation and of its deeds. */
export const namesFound = (
  rule: GuardRule,
  {
    own,
    deeds,
    argument,
  }: {
    readonly own: string;
    readonly deeds: readonly Deed[];
    readonly argument: string;
  },
): readonly GuardFinding[] => {
  const { only, never } = rule.mutations ?? {};
  const names = only ?? never;
  if (names === undefined) return [];
  const limit = `mutations.${only === undefined ? 'never' : 'only'}`;
  const isOwn = isNamed(own, names);
  const refused = (deed: Deed): GuardFinding =>
    finding(rule, { limit, value: deed.name, refusal: 'NAME', ...deed });
  const refusedDeeds = deeds.filter(({ name }) => isNamed(name, names) === (only === undefined));
  if (isOwn && only === undefined) return [refused({ name: own, item: null, argument })];
  if (!isOwn && refusedDeeds.length > 0) {
    const each = new Map(refusedDeeds.map((deed) => [`${deed.name} ${deed.argument}`, deed]));
    return [...each.values()].map(refused);
  }
  return [finding(rule, { limit, value: own, refusal: null, argument })];
};
