import { abTest, abTests } from '../../upstream/catalogue/areas/ab-tests.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(abTest, 'ab_test_id');

addFields(account, (t) => ({
  abTests: t.field(listOfAccount(abTests.listAbTests)),
  abTest: t.field(item(abTests.getAbTest)),
}));

mutation(abTests.createAbTest);
mutation(abTests.updateAbTest);
mutation(abTests.deleteAbTest);
