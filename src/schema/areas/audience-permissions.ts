import { listUnderItem } from '../../resolvers/reads/page.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  audiencePermissions,
  customAudiencePermission,
  tailoredAudiencePermission,
} from '../../upstream/catalogue/areas/audience-permissions.ts';
import { customAudience } from '../../upstream/catalogue/areas/custom-audiences.ts';
import { mutations } from '../fields/area-fields.ts';
import { list } from '../fields/connections.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo, listOfAccountBy } from '../fields/fields.ts';

entityType(customAudiencePermission);
entityType(tailoredAudiencePermission);

const grantedAccount = linkTo(
  account,
  'granted_account_id',
  'The account that may use the audience; FORBIDDEN or null if the viewer may not see it',
);

addFields(customAudience, {
  permissions: list({
    endpoint: audiencePermissions.listCustomAudiencePermissions,
    from: listUnderItem('custom_audience_id'),
    doc: 'The accounts that this custom audience is shared with',
  }),
});

addFields(account, {
  tailoredAudiencePermissions: listOfAccountBy(
    audiencePermissions.listTailoredAudiencePermissions,
    'tailored_audience_id',
  ),
});

addFields(customAudiencePermission, {
  customAudience: linkTo(customAudience, 'custom_audience_id', 'The audience that is shared'),
  grantedAccount: grantedAccount,
});

addFields(tailoredAudiencePermission, { grantedAccount: grantedAccount });

mutations(audiencePermissions);
