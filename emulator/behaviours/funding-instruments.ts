import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { invalid, refusal } from '../refusal.ts';
import type { EntityRules, Scope, WrittenRow } from '../scope.ts';
import { fundingNow } from './serving.ts';

const names: Readonly<Record<string, string>> = {
  AGENCY_CREDIT_LINE: 'Agency credit line',
  CREDIT_CARD: 'Card ending in 0000',
  CREDIT_LINE: 'Credit line',
  INSERTION_ORDER: 'Insertion order',
  PARTNER_MANAGED: 'Managed by a partner',
};

/**
 * The types that have each amount. The documentation says that only some have one, but not which.
 */
const amounts = [
  {
    column: 'credit_limit_local_micro',
    types: ['AGENCY_CREDIT_LINE', 'CREDIT_CARD', 'CREDIT_LINE'],
  },
  { column: 'funded_amount_local_micro', types: ['INSERTION_ORDER'] },
] as const;

const creating = ({ after }: WrittenRow): void => {
  const type = String(after['type']);
  for (const { column, types } of amounts) {
    if (after[column] === null || (types as readonly string[]).includes(type)) continue;
    throw invalid(column, `"${column}" is not for the type ${type}`);
  }
  if (type === 'INSERTION_ORDER' && after['end_time'] === null) {
    const message = '"end_time" is a required parameter of an insertion order';
    throw refusal(400, 'MISSING_PARAMETER', message, { parameter: 'end_time' });
  }
};

const deriveOnce = ({ after }: WrittenRow, { accountId }: Scope): Values => {
  const hasCredit = String(after['type']).endsWith('CREDIT_LINE');
  return {
    account_id: accountId,
    credit_remaining_local_micro: hasCredit ? after['credit_limit_local_micro'] : null,
  };
};

export const rules: Readonly<Record<string, EntityRules>> = {
  FundingInstrument: {
    defaults: ({ type }) => ({
      description: names[String(type)] ?? null,
      entity_status: 'ACTIVE',
      able_to_fund: true,
    }),
    creating,
    deriveOnce,
    shows: fundingNow,
  },
};
