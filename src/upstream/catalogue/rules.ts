import type { Rule } from './params.ts';

/** At most one of these parameters may be given. */
export const exclusive = (...of: readonly string[]): Rule =>
  Object.freeze({ rule: 'exclusive', of });

/** At least one of these parameters must be given, and not as an empty text. */
export const atLeastOne = (...of: readonly string[]): Rule =>
  Object.freeze({ rule: 'atLeastOne', of });

/** `name` may only be given together with all of `needs`. */
export const requires = (name: string, ...needs: readonly string[]): Rule =>
  Object.freeze({ rule: 'requires', name, needs });

/**
 * `name` (with one of `values`, where listed) needs `other` to have one of `is`; `orAbsent` if left out counts too. `within` is
 * a list whose items the rule is about: what an item leaves out is what stands beside the list.
 */
export const onlyWhen = (
  name: string,
  other: string,
  is: readonly string[],
  facts: {
    readonly values?: readonly string[];
    readonly orAbsent?: true;
    readonly within?: string;
  } = {},
): Rule =>
  Object.freeze({
    rule: 'onlyWhen',
    name,
    values: facts.values ?? null,
    other,
    is,
    orAbsent: facts.orAbsent ?? false,
    ...(facts.within !== undefined && { within: facts.within }),
  });

/** The time `first` must lie before `second`, by at most `maxDays`. */
export const inOrder = (first: string, second: string, maxDays?: number): Rule =>
  Object.freeze({ rule: 'inOrder', first, second, ...(maxDays !== undefined && { maxDays }) });

/** The same where `second`, left out, is now. */
export const inOrderUntilNow = (first: string, second: string, maxDays: number): Rule =>
  Object.freeze({ rule: 'inOrder', first, second, maxDays, untilNow: true });

/** The amount `low` must not exceed `high` where both are given. */
export const notAbove = (low: string, high: string): Rule =>
  Object.freeze({ rule: 'notAbove', low, high });

/** These lists may hold at most `max` values together. */
export const atMostTogether = (max: number, ...of: readonly string[]): Rule =>
  Object.freeze({ rule: 'atMostTogether', max, of });

/** The tree in `of`, whose nodes hold their children in `children`, may have at most `max` leaves. */
export const atMostLeaves = (max: number, of: string, children: string): Rule =>
  Object.freeze({ rule: 'leaves', of, children, max });
