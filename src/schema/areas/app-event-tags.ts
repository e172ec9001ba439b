import { appEventTag, appEventTags } from '../../upstream/catalogue/areas/app-event-tags.ts';
import { entityType } from '../fields/entities.ts';
import { accountFields } from '../fields/reads.ts';

entityType(appEventTag, 'app_event_tag_id');

accountFields({
  appEventTags: appEventTags.listAppEventTags,
  appEventTag: appEventTags.getAppEventTag,
});
