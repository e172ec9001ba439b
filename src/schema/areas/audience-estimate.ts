import { estimate } from '../../resolvers/reads/audience-estimate.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  audienceEstimate,
  audienceEstimates,
} from '../../upstream/catalogue/areas/audience-estimate.ts';
import { entityType } from '../fields/entities.ts';
import { singleLoaded } from '../fields/fields.ts';
import { addFields } from '../fields/refs.ts';

entityType(audienceEstimate);

addFields(account, {
  audienceEstimate: singleLoaded(
    audienceEstimates.estimateAudience,
    estimate(audienceEstimates.estimateAudience),
  ),
});
