import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { appEventTag, appEventTags } from '../../upstream/catalogue/areas/app-event-tags.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount } from '../fields/fields.ts';
import { addFields } from '../fields/refs.ts';

entityType(appEventTag, 'app_event_tag_id');

addFields(account, (t) => ({
  appEventTags: t.field(listOfAccount(appEventTags.listAppEventTags)),
  appEventTag: t.field(item(appEventTags.getAppEventTag)),
}));
