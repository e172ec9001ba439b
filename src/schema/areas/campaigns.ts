import { accounts } from '../../upstream/catalogue/areas/accounts.ts';
import { campaign, campaigns } from '../../upstream/catalogue/areas/campaigns.ts';
import { fundingInstrument } from '../../upstream/catalogue/areas/funding-instruments.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo, listAboutParent, listOfParent } from '../fields/fields.ts';

entityType(campaign, 'campaign_id');

addFields(fundingInstrument, {
  campaigns: listOfParent(campaigns.listCampaigns, 'funding_instrument_ids'),
});

addFields(campaign, {
  history: listAboutParent(accounts.listAccountHistory, 'entity_id', campaign),
  fundingInstrument: linkTo(
    fundingInstrument,
    'funding_instrument_id',
    'The funding instrument that pays for the campaign',
  ),
});

accountFields({ campaigns: campaigns.listCampaigns, campaign: campaigns.getCampaign });

mutations(campaigns);
