import { ofAccount } from '../../resolvers/reads/page.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { settings, taxSettings, userSettings } from '../../upstream/catalogue/areas/settings.ts';
import { entityType } from '../fields/entities.ts';
import { single, singleBy } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(taxSettings);
entityType(userSettings);

addFields(account, (t) => ({
  taxSettings: t.field(single(settings.getTaxSettings, ofAccount)),
  userSettings: t.field(singleBy(settings.getUserSettings, 'user_id')),
}));

mutation(settings.updateTaxSettings);
mutation(settings.updateUserSettings);
