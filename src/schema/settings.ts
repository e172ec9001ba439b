import { account } from '../upstream/catalogue/accounts.ts';
import { settings, taxSettings, userSettings } from '../upstream/catalogue/settings.ts';
import { entityType } from './entities.ts';
import { singleBy } from './fields.ts';
import { mutation } from './mutations.ts';
import { addFields } from './refs.ts';

entityType(taxSettings);
entityType(userSettings);

addFields(account, (t) => ({
  userSettings: t.field(singleBy(settings.getUserSettings, 'user_id')),
}));

mutation(settings.updateTaxSettings);
mutation(settings.updateUserSettings);
