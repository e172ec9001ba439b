import { underItem } from '../resolvers/page.ts';
import { account } from '../upstream/catalogue/accounts.ts';
import {
  audiencePermissions,
  customAudiencePermission,
  tailoredAudiencePermission,
} from '../upstream/catalogue/audience-permissions.ts';
import { customAudience } from '../upstream/catalogue/custom-audiences.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { list } from './connections.ts';
import { CustomAudience } from './custom-audiences.ts';
import { entityType } from './entities.ts';
import { linkTo, linkToAccount, listOfAccountBy } from './fields.ts';
import { mutation } from './mutations.ts';

const CustomAudiencePermission = entityType(customAudiencePermission);
const TailoredAudiencePermission = entityType(tailoredAudiencePermission);

const grantedAccount = linkTo(account, Account, {
  column: 'granted_account_id',
  doc: 'The account that may use the audience; FORBIDDEN or null where the viewer may not see it',
});

builder.objectFields(CustomAudience, (t) => ({
  permissions: t.field(
    list({
      endpoint: audiencePermissions.listCustomAudiencePermissions,
      type: CustomAudiencePermission,
      from: underItem('custom_audience_id'),
      doc: 'The accounts that this custom audience is shared with',
    }),
  ),
}));

builder.objectFields(Account, (t) => ({
  tailoredAudiencePermissions: t.field(
    listOfAccountBy(
      audiencePermissions.listTailoredAudiencePermissions,
      TailoredAudiencePermission,
      'tailored_audience_id',
    ),
  ),
}));

builder.objectFields(CustomAudiencePermission, (t) => ({
  account: t.field(linkToAccount(Account)),
  customAudience: t.field(
    linkTo(customAudience, CustomAudience, {
      column: 'custom_audience_id',
      doc: 'The audience that is shared',
    }),
  ),
  grantedAccount: t.field(grantedAccount),
}));

builder.objectFields(TailoredAudiencePermission, (t) => ({
  account: t.field(linkToAccount(Account)),
  grantedAccount: t.field(grantedAccount),
}));

mutation(
  audiencePermissions.createCustomAudiencePermission,
  customAudiencePermission,
  CustomAudiencePermission,
);
mutation(
  audiencePermissions.deleteCustomAudiencePermission,
  customAudiencePermission,
  CustomAudiencePermission,
);
mutation(
  audiencePermissions.createTailoredAudiencePermission,
  tailoredAudiencePermission,
  TailoredAudiencePermission,
);
mutation(
  audiencePermissions.deleteTailoredAudiencePermission,
  tailoredAudiencePermission,
  TailoredAudiencePermission,
);
