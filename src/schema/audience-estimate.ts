import { ofAccount } from '../resolvers/page.ts';
import { audienceEstimate, audienceEstimates } from '../upstream/catalogue/audience-estimate.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { single } from './fields.ts';

const AudienceEstimate = entityType(audienceEstimate);

builder.objectFields(Account, (t) => ({
  audienceEstimate: t.field(
    single(audienceEstimates.estimateAudience, AudienceEstimate, ofAccount),
  ),
}));
