import { ofAccount } from '../../resolvers/page.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  audienceEstimate,
  audienceEstimates,
} from '../../upstream/catalogue/areas/audience-estimate.ts';
import { entityType } from '../fields/entities.ts';
import { single } from '../fields/fields.ts';
import { addFields } from '../fields/refs.ts';

entityType(audienceEstimate);

addFields(account, (t) => ({
  audienceEstimate: t.field(single(audienceEstimates.estimateAudience, ofAccount)),
}));
