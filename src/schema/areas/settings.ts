import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { settings, taxSettings, userSettings } from '../../upstream/catalogue/areas/settings.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { singleBy } from '../fields/fields.ts';

entityType(taxSettings);
entityType(userSettings);

accountFields({ taxSettings: settings.getTaxSettings });

addFields(account, { userSettings: singleBy(settings.getUserSettings, 'user_id') });

mutations(settings);
