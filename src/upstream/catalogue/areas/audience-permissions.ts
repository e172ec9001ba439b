import { collection, group } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { standardList } from '../language/lists.ts';
import { id, ids, required } from '../language/params.ts';
import { permissionLevel } from './custom-audiences.ts';

const granted = {
  granted_account_id: id('The account that may use the audience'),
  permission_level: permissionLevel.any('What that account may do with it'),
} as const;

export const customAudiencePermission = entity(
  'CustomAudiencePermission',
  'The permission of another account to use a custom audience. After its deletion, running campaigns continue, and new ones cannot target the audience.',
  { ...lifecycle, custom_audience_id: id('The custom audience that is shared'), ...granted },
);

export const tailoredAudiencePermission = entity(
  'TailoredAudiencePermission',
  'The permission of another account to use a tailored audience (the old name of custom audiences). From version 5 of the API.',
  { ...lifecycle, tailored_audience_id: id('The tailored audience that is shared'), ...granted },
);

const creating = {
  granted_account_id: required(
    id(
      'The account that may use the audience: of the same business, unless the owner has the feature SHARE_AUDIENCE_OUTSIDE_BUSINESS',
    ),
  ),
  permission_level: required(permissionLevel.any('What that account may do with it')),
} as const;
const ofAccounts = ids('Only permissions of these accounts', { matches: 'granted_account_id' });
const version5 =
  'from version 5 of the API, which may no longer be served: then only this field fails';

const afterRevoking =
  'campaigns that target it keep running and cannot be copied, and new ones cannot target it';

const ofCustomAudiencePermission = collection(
  'accounts/{account_id}/custom_audiences/{custom_audience_id}/permissions/{custom_audience_permission_id}',
  customAudiencePermission,
);

const ofTailoredAudiencePermission = collection(
  'accounts/{account_id}/tailored_audiences/{tailored_audience_id}/permissions/{tailored_audience_permission_id}',
  tailoredAudiencePermission,
);

export const audiencePermissions = group({
  listCustomAudiencePermissions: ofCustomAudiencePermission.list({
    doc: 'The accounts that a custom audience is shared with',
    params: {
      granted_account_ids: ofAccounts,
      custom_audience_permission_ids: ids('Only these permissions', { matches: 'id' }),
      ...standardList(),
    },
  }),
  createCustomAudiencePermission: ofCustomAudiencePermission.create({
    doc: 'Shares a custom audience with another account; only the account that owns the audience may',
    params: creating,
  }),
  deleteCustomAudiencePermission: ofCustomAudiencePermission.delete({
    doc: `Ends the sharing of a custom audience with an account; only the owner may. In that account, ${afterRevoking}`,
  }),
  listTailoredAudiencePermissions: ofTailoredAudiencePermission.list({
    doc: `The accounts that a tailored audience is shared with; ${version5}`,
    version: '5',
    params: {
      granted_account_ids: ofAccounts,
      tailored_audience_permission_ids: ids('Only these permissions', { matches: 'id' }),
      ...standardList(),
    },
  }),
  createTailoredAudiencePermission: ofTailoredAudiencePermission.create({
    doc: `Shares a tailored audience with another account; only its owner may; ${version5}`,
    version: '5',
    params: creating,
  }),
  deleteTailoredAudiencePermission: ofTailoredAudiencePermission.delete({
    doc: `Ends the sharing of a tailored audience with an account; only its owner may. In that account, ${afterRevoking}; ${version5}`,
    version: '5',
  }),
});
