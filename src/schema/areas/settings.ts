import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { settings, taxSettings, userSettings } from '../../upstream/catalogue/areas/settings.ts';
import { entityType } from '../fields/entities.ts';
import { singleBy } from '../fields/fields.ts';
import { accountFields } from '../fields/reads.ts';
import { addFields } from '../fields/refs.ts';
import { mutations } from '../fields/writes.ts';

entityType(taxSettings);
entityType(userSettings);

accountFields({ taxSettings: settings.getTaxSettings });

addFields(account, { userSettings: singleBy(settings.getUserSettings, 'user_id') });

mutations(settings);
