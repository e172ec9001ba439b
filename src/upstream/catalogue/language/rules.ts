import type { Without } from '../without.ts';
import type { EvenSplit, NeededValue, OrderedPair } from './conditions.ts';
import { type Amounts, type Choices, namesIn, type ParamNames, type Rule } from './rule-kinds.ts';
import type { Values } from './values.ts';

/** At most one of these parameters may be given. */
export const exclusive = (...of: ParamNames): Rule => Object.freeze({ rule: 'exclusive', of });

/** At least one of these parameters must be given; an empty text does not count. */
export const atLeastOne = (...of: ParamNames): Rule => Object.freeze({ rule: 'atLeastOne', of });

/** `name` may only be given together with all of `needs`. */
export const requires = (name: string, ...needs: ParamNames): Rule =>
  Object.freeze({ rule: 'requires', name, needs });

/** `name`, or one of several, must be given if `other` has or holds one of the values `is`. */
export const requiredWith = (name: string | ParamNames, other: string, is: ParamNames): Rule =>
  Object.freeze({ rule: 'requiredWith', of: [name].flat(), other, is });

/**
 * `name` may only be given when `other` has one of the values `is`, or with `orAbsent` also when
 * `other` is left out. With `values`, the rule applies to these values of `name` alone, and with
 * `where` only if that parameter has one of its values. `within` is a list whose items are checked
 * instead.
 */
export const onlyWhen = (
  name: string,
  other: string,
  is: ParamNames,
  {
    values = null,
    orAbsent = false,
    ...facts
  }: Partial<Pick<NeededValue, 'values' | 'orAbsent' | 'where' | 'within'>> = {},
): Rule => Object.freeze({ rule: 'onlyWhen', name, values, other, is, orAbsent, ...facts });

/** `name` may be at most what `most` has for the value of `other`. */
export const maxWhen = (name: string, other: string, most: Amounts): Rule =>
  Object.freeze({ rule: 'maxWhen', name, other, most: Object.freeze(most) });

/** The time `first` must be before `second`, at the distance that `facts` say. */
export const inOrder = (
  first: string,
  second: string,
  facts: Without<OrderedPair, 'first' | 'second'> = {},
): Rule => Object.freeze({ rule: 'inOrder', first, second, ...facts });

/** The list `name` holds `value` alone, or not at all. */
export const alone = (name: string, value: string): Rule =>
  Object.freeze({ rule: 'alone', name, value });

/** The list `name` must hold more than `value`, if it holds it. */
export const accompanied = (name: string, value: string): Rule =>
  Object.freeze({ rule: 'accompanied', name, value });

/** The list `name`, if it is given, must hold one of `oneOf` when `other` has a value of `is`. */
export const holding = (name: string, oneOf: ParamNames, other: string, is: ParamNames): Rule =>
  Object.freeze({ rule: 'holding', name, oneOf, other, is });

/** `name` only holds what `by` has for the value of `other`; without an entry, anything. */
export const among = (name: string, other: string, by: Choices): Rule =>
  Object.freeze({ rule: 'among', name, other, by: Object.freeze(by) });

/** `low` must not exceed the amount `high`. `defaults` has the value of an omitted one. */
export const notAbove = (low: string, high: string, defaults: Amounts = {}): Rule =>
  Object.freeze({ rule: 'notAbove', low, high, defaults });

/** The price `low` must be less than the price `high` and in its currency, if both are given. */
export const cheaper = (low: string, high: string): Rule =>
  Object.freeze({ rule: 'cheaper', low, high });

/** No two items of the list `of` may be equal; with `by`, no two may be equal in this member. */
export const distinct = (of: string, by: string | null = null): Rule =>
  Object.freeze({ rule: 'distinct', of, by });

/** These lists may hold at most `max` values together. */
export const atMostTogether = (max: number, ...of: ParamNames): Rule =>
  Object.freeze({ rule: 'atMostTogether', max, of });

/** In the objects of `list` together, none of `of` may be the only member that is given. */
export const neverAlone = (list: string, of: ParamNames): Rule =>
  Object.freeze({ rule: 'neverAlone', list, of });

/** The percentages in the member `share` of the objects of `list` must add up to 100.00. */
export const sharesOf = (list: string, share: string): Rule =>
  Object.freeze({ rule: 'shares', list, share });

/** If `other` has the value `is`, the objects of `list` are few and alike, as `facts` say. */
export const evenSplit = (
  list: string,
  other: string,
  is: string,
  facts: Pick<EvenSplit, 'max' | 'share' | 'single'>,
): Rule => Object.freeze({ rule: 'evenSplit', list, other, is: [is], ...facts });

/** The tree in `of` has at most `max` leaves; `children` is the member with child nodes. */
export const atMostLeaves = (max: number, of: string, children: string): Rule =>
  Object.freeze({ rule: 'leaves', of, children, max });

/**
 * The rules of a creation, as they hold for a change that takes these parameters. What a change
 * leaves out keeps a value that only the API knows, so each rule counts where all that it names is
 * given: "a bid with MAX" refuses MAX with a bid of null, and not MAX alone.
 */
export const rulesOfChange = (rules: readonly Rule[], fields: Values): readonly Rule[] =>
  rules
    .filter((rule) => namesIn(rule).every((name) => Object.hasOwn(fields, name)))
    .map((rule) => Object.freeze({ ...rule, whereGiven: true }));
