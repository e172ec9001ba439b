import { get, group, oneOf, pageOf, standardList, withDeleted } from './endpoint.ts';
import { entity, lifecycle } from './entity.ts';
import { choices, id, ids, text, time } from './params.ts';

const industryType = choices('IndustryType', [
  'AGENCY',
  'BUSINESS_TO_BUSINESS',
  'ONLINE_SERVICES',
  'EDUCATION',
  'FINANCIAL',
  'HEALTH',
  'GOVERNMENT',
  'MEDIA',
  'MOBILE',
  'RESTAURANT',
  'RETAIL',
  'TECHNOLOGY',
  'TRAVEL',
  'OTHER',
]);

export const account = entity(
  'Account',
  'An ad account: the root of campaigns, funding, creatives and audiences, and the scope of their ids.',
  {
    ...lifecycle,
    name: text('Name of the account'),
    business_id: id('The business that owns the account'),
    business_name: text('Name of that business'),
    timezone: text('IANA time zone in which days of the account begin and end'),
    timezone_switch_at: time('When the account last changed its time zone'),
    industry_type: industryType.any('Industry of the advertiser'),
    approval_status: text('Whether the account may advertise, as in ACCEPTED; the list may grow'),
  },
  { inAccount: false },
);

export const accounts = group({
  listAccounts: get('accounts', {
    doc: 'The ad accounts that the viewer may use',
    params: {
      account_ids: ids('Only these accounts', { matches: 'id' }),
      q: text('Only accounts whose name begins with this, whatever its case', {
        min: 1,
        max: 255,
        matches: 'name',
      }),
      ...standardList(),
    },
    returns: pageOf(account, { omits: ['industry_type'] }),
  }),
  getAccount: get('accounts/{account_id}', {
    doc: 'One ad account',
    params: withDeleted,
    returns: oneOf(account),
  }),
});
