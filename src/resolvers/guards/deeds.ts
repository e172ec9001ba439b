import { type GuardRule, isNamed } from '../../config/guards.ts';
import type { StoppedWrite } from '../../context.ts';
import { changesOf } from '../writes/changes.ts';
import { finding, type GuardFinding } from './findings.ts';

/** Something that a mutation does, by the name of the mutation that does only that. */
export interface Deed {
  readonly name: string;
  readonly item: number | null;
}

/** Whether a mutation deletes something, by its name: `deleteCampaign`. */
export const isDeletion = (name: string): boolean => /^delete[A-Z]/.test(name);

/** What a call does: `createCampaign` and `deleteCampaign` of `batchCampaigns`. */
export const deedsOf = ({ endpoint, input }: StoppedWrite): readonly Deed[] => {
  const { operations, returns, name } = endpoint;
  if (operations === null || returns.as !== 'batch' || returns.of === null)
    return [{ name, item: null }];
  const { name: entity } = returns.of;
  return changesOf(endpoint, input).map(({ kind }, item) => ({
    name: `${kind.toLowerCase()}${entity}`,
    item,
  }));
};

/** What a rule says of the names of a mutation and of what it does. */
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
  const at = (item: number | null): string =>
    item === null ? argument : `${argument}.operations[${item}]`;
  const refused = (name: string, item: number | null = null): GuardFinding =>
    finding(rule, { limit, value: name, refusal: 'NAME', argument: at(item), item });
  const refusedDeeds = deeds.filter(({ name }) => isNamed(name, names) === (only === undefined));
  if (isOwn && only === undefined) return [refused(own)];
  if (!isOwn && refusedDeeds.length > 0) {
    const each = new Map(refusedDeeds.map((deed) => [`${deed.name} ${deed.item}`, deed]));
    return [...each.values()].map(({ name, item }) => refused(name, item));
  }
  return [finding(rule, { limit, value: own, refusal: null, argument })];
};
