import { settings, taxSettings, userSettings } from '../upstream/catalogue/settings.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { singleBy } from './fields.ts';
import { mutation } from './mutations.ts';

const TaxSettings = entityType(taxSettings);
const UserSettings = entityType(userSettings);

builder.objectFields(Account, (t) => ({
  userSettings: t.field(singleBy(settings.getUserSettings, UserSettings, 'user_id')),
}));

mutation(settings.updateTaxSettings, taxSettings, TaxSettings);
mutation(settings.updateUserSettings, userSettings, UserSettings);
