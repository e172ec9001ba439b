import { underItem } from '../../resolvers/reads/page.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  audiencePermissions,
  customAudiencePermission,
  tailoredAudiencePermission,
} from '../../upstream/catalogue/areas/audience-permissions.ts';
import { customAudience } from '../../upstream/catalogue/areas/custom-audiences.ts';
import { list } from '../fields/connections.ts';
import { entityType } from '../fields/entities.ts';
import { linkTo, listOfAccountBy } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(customAudiencePermission);
entityType(tailoredAudiencePermission);

const grantedAccount = linkTo(
  account,
  'granted_account_id',
  'The account that may use the audience; FORBIDDEN or null if the viewer may not see it',
);

addFields(customAudience, (t) => ({
  permissions: t.field(
    list({
      endpoint: audiencePermissions.listCustomAudiencePermissions,
      from: underItem('custom_audience_id'),
      doc: 'The accounts that this custom audience is shared with',
    }),
  ),
}));

addFields(account, (t) => ({
  tailoredAudiencePermissions: t.field(
    listOfAccountBy(audiencePermissions.listTailoredAudiencePermissions, 'tailored_audience_id'),
  ),
}));

addFields(customAudiencePermission, (t) => ({
  customAudience: t.field(
    linkTo(customAudience, 'custom_audience_id', 'The audience that is shared'),
  ),
  grantedAccount: t.field(grantedAccount),
}));

addFields(tailoredAudiencePermission, (t) => ({
  grantedAccount: t.field(grantedAccount),
}));

mutation(audiencePermissions.createCustomAudiencePermission);
mutation(audiencePermissions.deleteCustomAudiencePermission);
mutation(audiencePermissions.createTailoredAudiencePermission);
mutation(audiencePermissions.deleteTailoredAudiencePermission);
