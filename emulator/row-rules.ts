import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import { broken, namesIn, type Rule } from '../src/upstream/catalogue/language/rule-kinds.ts';
import { errorOf, Refusal } from './refusal.ts';
import type { Scope, WrittenRow } from './scope.ts';
import type { StoredRow } from './store.ts';

/** Throws a 400 if a new row, with all its defaults, breaks a rule of its creation. */
export const requireRules = (creation: Endpoint, { after }: WrittenRow, scope: Scope): void =>
  requireThese(creation, { rules: creation.rules, row: after }, scope);

/**
 * Throws a 400 if a change makes a row break a rule of its creation. Only rules about the changed
 * values apply: pausing is never refused because of a bid.
 */
export const requireRulesOfGiven = (
  creation: Endpoint,
  { after, given }: WrittenRow,
  scope: Scope,
): void => {
  const isAboutGiven = (rule: Rule) => namesIn(rule).some((name) => given[name] !== undefined);
  requireThese(creation, { rules: creation.rules.filter(isAboutGiven), row: after }, scope);
};

const requireThese = (
  creation: Endpoint,
  { rules, row }: { readonly rules: readonly Rule[]; readonly row: StoredRow },
  { now }: Scope,
): void => {
  const values = asGiven(row);
  const errors = rules
    .flatMap((rule) => broken(rule, values, [], now()))
    .map((problem) => errorOf(creation, problem, values))
    .map(({ status: _status, ...error }) => error);
  if (errors.length > 0) throw new Refusal(400, errors);
};

// Rules compare amounts as strings of digits.
const asGiven = (row: StoredRow): StoredRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'number' || typeof value === 'bigint' ? String(value) : value,
    ]),
  );
