import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import type { Rule } from '../src/upstream/catalogue/language/rule-kinds.ts';
import { broken, namesIn } from '../src/upstream/catalogue/language/rule-kinds.ts';
import { errorOf, Refusal } from './refusal.ts';
import type { WrittenRow } from './scope.ts';
import type { StoredRow } from './store.ts';

/** Throws a 400 if a new row, with all its defaults, breaks a rule of its creation. */
export const requireRules = (creation: Endpoint, { after }: WrittenRow): void =>
  requireThese(creation, creation.rules, after);

/**
 * Throws a 400 if a change makes a row break a rule of its creation. Only rules about the changed
 * values apply: pausing is never refused because of a bid.
 */
export const requireRulesOfGiven = (creation: Endpoint, { after, given }: WrittenRow): void =>
  requireThese(
    creation,
    creation.rules.filter((rule) => namesIn(rule).some((name) => given[name] !== undefined)),
    after,
  );

const requireThese = (creation: Endpoint, rules: readonly Rule[], row: StoredRow): void => {
  const values = asGiven(row);
  const errors = rules
    .flatMap((rule) => broken(rule, values, []))
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
