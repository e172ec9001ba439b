import { ofAccount } from '../resolvers/page.ts';
import { account } from '../upstream/catalogue/accounts.ts';
import { audienceEstimate, audienceEstimates } from '../upstream/catalogue/audience-estimate.ts';
import { entityType } from './entities.ts';
import { single } from './fields.ts';
import { addFields } from './refs.ts';

entityType(audienceEstimate);

addFields(account, (t) => ({
  audienceEstimate: t.field(single(audienceEstimates.estimateAudience, ofAccount)),
}));
