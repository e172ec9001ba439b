import { get, group } from '../language/endpoint.ts';
import { entity, lifecycle, oneOf, pageOf } from '../language/entity.ts';
import { sortings, standardList, withDeleted } from '../language/lists.ts';
import { flag, ids, int, text, time } from '../language/params.ts';
import { appOs, mobileConversionType } from './mobile-conversions.ts';

export const appEventTag = entity(
  'AppEventTag',
  'An event of an app that is tracked, with the windows in which it counts for an ad.',
  {
    ...lifecycle,
    app_store_identifier: text('Identifier of the app in its store'),
    os_type: appOs.any('The operating system of the app'),
    conversion_type: mobileConversionType.any('The event that is tracked'),
    provider_app_event_id: text('The event in the system of the measurement partner'),
    provider_app_event_name: text('Name of the event in the system of the measurement partner'),
    post_view_attribution_window: int('Days after an ad was seen within which the event counts'),
    post_engagement_attribution_window: int(
      'Days after an engagement with an ad within which the event counts',
    ),
    deep_link_scheme: text('Scheme of the links that open the app, such as app://'),
    retargeting_enabled: flag('Whether people with this event can be targeted again'),
    status: text('State, such as TRACKING; the API may add values'),
    last_tracked_at: time('When the event last came; null before the first one'),
  },
);

const appEventTagSorting = sortings(
  'AppEventTagOrder',
  {
    assisted_conversion: 'An attribute that X documents and no response contains',
    post_view_attribution_window: 'Days in which an event after a view is counted',
    post_engagement_attribution_window: 'Days in which an event after an engagement is counted',
    provider_app_event_name: 'Name of the event in the system of the measurement partner',
  },
  { assisted_conversion: null },
);

export const appEventTags = group({
  listAppEventTags: get('accounts/{account_id}/app_event_tags', {
    doc: 'The app event tags of an account',
    params: {
      app_event_tag_ids: ids('Only these app event tags', { matches: 'id' }),
      ...standardList({ sorts: appEventTagSorting }),
    },
    returns: pageOf(appEventTag),
  }),
  getAppEventTag: get('accounts/{account_id}/app_event_tags/{app_event_tag_id}', {
    doc: 'One app event tag',
    params: withDeleted,
    returns: oneOf(appEventTag),
  }),
});
