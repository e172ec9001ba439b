import type { Args, Load } from '../../resolvers/field.ts';
import { ofAccount } from '../../resolvers/reads/page.ts';
import { value } from '../../resolvers/reads/value.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  audienceEstimate,
  audienceEstimates,
} from '../../upstream/catalogue/areas/audience-estimate.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Row } from '../../upstream/client/row.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { singleLoaded } from '../fields/fields.ts';

/** Loads an audience estimate. The API requires an operator of every criterion. */
const estimate = (endpoint: Endpoint): Load<Row, Row | null> => {
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

entityType(audienceEstimate);

addFields(account, {
  audienceEstimate: singleLoaded(
    audienceEstimates.estimateAudience,
    estimate(audienceEstimates.estimateAudience),
  ),
});
