import { customAudienceUsers } from '../../upstream/catalogue/areas/custom-audience-users.ts';
import { peopleMutation } from '../fields/people.ts';

peopleMutation(customAudienceUsers.updateCustomAudienceUsers, {
  forms: 'IdentifierForms',
  more: ' Ids of the advertiser’s own system, `partnerUserId`, are never hashed, so they take no form.',
  items: {
    name: 'CustomAudienceUsers',
    docs: {
      Update: 'People to add to the audience',
      Delete: 'People to remove from the audience',
    },
  },
});
