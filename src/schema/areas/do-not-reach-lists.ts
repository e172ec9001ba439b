import { ofAccount } from '../../resolvers/reads/page.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  doNotReachList,
  doNotReachLists,
} from '../../upstream/catalogue/areas/do-not-reach-lists.ts';
import { entityType } from '../fields/entities.ts';
import { wholeList } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { peopleMutation } from '../fields/people.ts';
import { addFields } from '../fields/refs.ts';

entityType(doNotReachList);

addFields(account, (t) => ({
  doNotReachLists: t.field(wholeList(doNotReachLists.listDoNotReachLists, ofAccount)),
}));

mutation(doNotReachLists.createDoNotReachList);
mutation(doNotReachLists.deleteDoNotReachList);
peopleMutation(doNotReachLists.updateDoNotReachListUsers, {
  forms: 'DoNotReachListForms',
  items: {
    name: 'DoNotReachListUsers',
    docs: { Update: 'People to add to the list', Delete: 'People to remove from the list' },
  },
});
