import type { GuardRule } from '../../config/guards.ts';
import { decimalOf } from '../../upstream/catalogue/language/money.ts';
import type { KnownEffect } from '../effects/known.ts';
import type { WriteError, WrittenErrors } from '../write-errors.ts';

/** The finding of a rule about a value that it limits. */
export interface GuardFinding {
  readonly rule: string;
  /** The member of the rule, such as `dailyBudget.max`. */
  readonly limit: string;
  /** The measured value as text. */
  readonly value: string;
  /** The reason of a refusal; null if the rule admits the value. */
  readonly refusal: string | null;
  /** True if an agent needs a person's consent. */
  readonly needsApproval: boolean;
  /** The largest allowed value, as text; null if the rule has none. */
  readonly max: string | null;
  readonly argument: string;
  /** The index of the batch item; null if the finding is about the whole write. */
  readonly item: number | null;
  /** The effect that has the value; null if the finding is about the whole write. */
  readonly effect: KnownEffect | null;
}

/**
 * The reasons for which rules refuse writes, for a person.
 * - `{what}`: the value as a form names it; `{currency}` of it; `{max}` the bound
 * - `{value}`: the measured value
 */
const templates = {
  MAX: '{what} must be at most {max} {currency}',
  CURRENCY: '{what} in {currency} may only be lowered',
  MISSING: '{what} must be given',
  CLEARED: '{what} must not be cleared',
  PERCENT: '{what} may be raised by at most {max} % at once, not by {value} %',
  RAISES: 'Daily budgets may be raised by at most {max} {currency} in a day, not by {value}',
  ACTIVATIONS:
    'At most {max} campaigns, line items or other entities may be activated in a day, not {value}',
  ITEMS: 'A document may have at most {max} items, not {value}',
  NAME: '{value} is not allowed',
  AUTO: 'Bid strategy must not be AUTO',
} as const;

type RefusalName = keyof typeof templates;

/** A finding, with the words for the sentence of a refusal. */
export interface FindingParts
  extends Pick<GuardFinding, 'limit' | 'value' | 'argument'>,
    Partial<Pick<GuardFinding, 'max' | 'item' | 'effect' | 'needsApproval'>> {
  readonly refusal: RefusalName | null;
  readonly what?: string;
  readonly currency?: string | null;
}

export const finding = ({ name: rule }: GuardRule, found: FindingParts): GuardFinding => {
  const { refusal, what = '', currency = '', max = null, effect = null, ...own } = found;
  const { item = effect?.item ?? null, needsApproval = false, limit, value, argument } = own;
  const words: Readonly<Record<string, string | null>> = { what, currency, max, value };
  const said =
    refusal === null
      ? null
      : `${templates[refusal].replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '')} (guard “${rule}”).`;
  return { rule, limit, value, argument, max, item, effect, needsApproval, refusal: said };
};

/** Micros as a decimal in units. */
export const unitsOf = (micros: bigint): string => decimalOf(String(micros));

export const isRefusal = ({ refusal }: GuardFinding): boolean => refusal !== null;

/** A refusal as an error of a payload. */
export const guardError = ({ rule, refusal, max, argument }: GuardFinding): WriteError => ({
  code: 'GUARD_REFUSED',
  reason: 'GUARDED',
  message: refusal ?? '',
  argument,
  details: rule,
  ...(max !== null && { max }),
});

/** The refusals among findings; for a batch, `items` is its length and each is at its item. */
export const guardErrors = (findings: readonly GuardFinding[], items: number): WrittenErrors =>
  errorsAt(
    findings.filter(isRefusal).map((found) => ({ item: found.item, error: guardError(found) })),
    items,
  );

/** Errors of a write; for a batch, `items` is its length and each is at its item. */
export const errorsAt = (
  found: readonly { readonly item: number | null; readonly error: WriteError }[],
  items: number,
): WrittenErrors => {
  const of = (index: number | null) =>
    found.flatMap(({ item, error }) => (item === index ? [error] : []));
  const byItem = Array.from({ length: items }, (_, index) => of(index));
  return { errors: of(null), byItem: items === 0 ? null : byItem };
};
