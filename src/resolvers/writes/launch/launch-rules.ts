import {
  needsBefore,
  onePerLineItem,
} from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { Reason } from '../../../upstream/catalogue/language/reasons.ts';
import type { Path, Values } from '../../../upstream/catalogue/language/values.ts';
import { camelCase } from '../../../upstream/catalogue/names.ts';
import { InputError } from '../../../upstream/client/errors.ts';
import type { Faults } from '../../faults.ts';
import { children } from './children.ts';
import type { CampaignTree, LineItemTree } from './tree.ts';

/** A conflict of a node of a tree with other nodes. */
interface Misfit {
  readonly message: string;
  readonly reason: Reason;
}

/** Adds conflicts between a campaign and its line items, between line items, and inside them. */
export const checkTogether = ({ campaign, lineItems }: CampaignTree, faults: Faults): void => {
  const holdsBudget = campaign['budget_optimization'] === 'LINE_ITEM';
  const firsts = new Map(shared.map((column) => [column, firstOf(lineItems, column)]));
  for (const [index, one] of lineItems.entries()) {
    const add = (at: Path, { message, reason }: Misfit): void =>
      faults.add(new InputError(message, ['input', 'lineItems', index, ...at], { reason }));
    for (const [column, first] of firsts) {
      const value = one.values[column];
      if (value === undefined || value === first) continue;
      add(['lineItem', camelCase(column)], unequal(column));
    }
    for (const column of ofOwnBudget) {
      if (holdsBudget || one.values[column] === undefined) continue;
      add(['lineItem', camelCase(column)], withoutOwnBudget);
    }
    for (const [at, misfit] of misplacedCriteria(one.targeting)) {
      add(['targeting', at, 'targetingType'], misfit);
    }
    for (const [member, misfit] of misplacedChildren(one)) add([member], misfit);
  }
};

/** Columns that are the same for all line items of a campaign. */
const shared = ['product_type', 'objective'] as const;
/** Columns that a line item has only if it holds the budget itself. */
const ofOwnBudget = ['daily_budget_amount_local_micro', 'standard_delivery'] as const;

const firstOf = (lineItems: readonly LineItemTree[], column: string): unknown =>
  lineItems.find(({ values }) => values[column] !== undefined)?.values[column];

const words = (column: string): string => column.replaceAll('_', ' ');

const unequal = (column: string): Misfit => ({
  message: `All line items of a campaign have the same ${words(column)}.`,
  reason: 'NOT_TOGETHER',
});

const withoutOwnBudget: Misfit = {
  message:
    'This is only for campaigns whose budgets are held by the line items (budgetOptimization LINE_ITEM).',
  reason: 'NOT_ALLOWED',
};

/** The criteria of a new line item that cannot be added in this order, by index. */
export const misplacedCriteria = (
  criteria: readonly Values[],
): readonly (readonly [index: number, misfit: Misfit])[] => {
  const types = criteria.map((one) => String(one['targeting_type']));
  return types.flatMap((type, index): readonly (readonly [number, Misfit])[] => {
    const before = types.slice(0, index);
    if (onePerLineItem.has(type) && before.includes(type)) {
      const message = `A line item has at most one criterion ${type}.`;
      return [[index, { message, reason: 'NOT_TOGETHER' }]];
    }
    const needed = needsBefore.get(type);
    if (needed === undefined || before.includes(needed)) return [];
    const message = `A criterion ${type} needs a criterion ${needed} before it.`;
    return [[index, { message, reason: 'NOT_IN_ORDER' }]];
  });
};

/** The criteria, with those that need others before them at the end; otherwise in their order. */
export const needingLast = <T extends { readonly values: Values }>(
  criteria: readonly T[],
): readonly T[] => {
  const needs = ({ values }: T): boolean => needsBefore.has(String(values['targeting_type']));
  return [...criteria.filter((one) => !needs(one)), ...criteria.filter(needs)];
};

const misplacedChildren = ({ values, children: own }: LineItemTree) =>
  children.flatMap(({ kind, member, only }): readonly (readonly [string, Misfit])[] => {
    if (own?.[kind] === undefined || only === undefined) return [];
    const [column, value] = only;
    if (values[column] === undefined || values[column] === value) return [];
    const message = `This is only for line items with the ${words(column)} ${value}.`;
    return [[member, { message, reason: 'NOT_ALLOWED' }]];
  });
