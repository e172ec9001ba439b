import {
  doNotReachList,
  doNotReachLists,
} from '../../upstream/catalogue/areas/do-not-reach-lists.ts';
import { accountFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';
import { mutation } from '../fields/mutations.ts';
import { peopleMutation } from '../fields/people.ts';

entityType(doNotReachList);

accountFields({ doNotReachLists: doNotReachLists.listDoNotReachLists });

mutation(doNotReachLists.createDoNotReachList);
mutation(doNotReachLists.deleteDoNotReachList);
peopleMutation(doNotReachLists.updateDoNotReachListUsers, {
  forms: 'DoNotReachListForms',
  items: {
    name: 'DoNotReachListUsers',
    docs: { Update: 'People to add to the list', Delete: 'People to remove from the list' },
  },
});
