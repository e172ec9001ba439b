import { appEventTag, appEventTags } from '../../upstream/catalogue/areas/app-event-tags.ts';
import { accountFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(appEventTag, 'app_event_tag_id');

accountFields({
  appEventTags: appEventTags.listAppEventTags,
  appEventTag: appEventTags.getAppEventTag,
});
