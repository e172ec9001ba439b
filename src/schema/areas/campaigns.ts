import { account, accounts } from '../../upstream/catalogue/areas/accounts.ts';
import { campaign, campaigns } from '../../upstream/catalogue/areas/campaigns.ts';
import { fundingInstrument } from '../../upstream/catalogue/areas/funding-instruments.ts';
import { batchMutation } from '../fields/batch-mutations.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkTo, listAboutParent, listOfAccount, listOfParent } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(campaign, 'campaign_id');

addFields(account, (t) => ({
  campaigns: t.field(listOfAccount(campaigns.listCampaigns)),
  campaign: t.field(item(campaigns.getCampaign)),
}));

addFields(fundingInstrument, (t) => ({
  campaigns: t.field(listOfParent(campaigns.listCampaigns, 'funding_instrument_ids')),
}));

addFields(campaign, (t) => ({
  history: t.field(listAboutParent(accounts.listAccountHistory, 'entity_id', campaign)),
  fundingInstrument: t.field(
    linkTo(
      fundingInstrument,
      'funding_instrument_id',
      'The funding instrument that pays for the campaign',
    ),
  ),
}));

mutation(campaigns.createCampaign);
mutation(campaigns.updateCampaign);
mutation(campaigns.deleteCampaign);
batchMutation(campaigns.batchCampaigns);
