import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args, Load } from '../field.ts';
import { ofAccount } from './page.ts';
import { value } from './value.ts';

/**
 * Loads an audience estimate. Every criterion is sent with an operator, because the API requires
 * one.
 */
export const estimate = (endpoint: Endpoint): Load<Row, Row | null> => {
  const load = value(endpoint, ofAccount);
  return (accounts, args, context, field) => load(accounts, withOperators(args), context, field);
};

const withOperators = (args: Args): Args => {
  const criteria = args['targetingCriteria'] as readonly Args[];
  const operatorType = args['operatorType'] ?? 'EQ';
  return {
    ...args,
    targetingCriteria: criteria.map((criterion) => ({
      ...criterion,
      operatorType: criterion['operatorType'] ?? operatorType,
    })),
  };
};
