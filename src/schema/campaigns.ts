import { campaign, campaigns } from '../upstream/catalogue/campaigns.ts';
import { fundingInstrument } from '../upstream/catalogue/funding-instruments.ts';
import { Account } from './accounts.ts';
import { batchMutation } from './batch-mutations.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, listOfAccount, listOfParent } from './fields.ts';
import { FundingInstrument } from './funding-instruments.ts';
import { mutation } from './mutations.ts';

/** The object type of a campaign. */
export const Campaign = entityType(campaign, 'campaign_id');

builder.objectFields(Account, (t) => ({
  campaigns: t.field(listOfAccount(campaigns.listCampaigns, Campaign)),
  campaign: t.field(item(campaigns.getCampaign, campaign, Campaign)),
}));

builder.objectFields(FundingInstrument, (t) => ({
  campaigns: t.field(listOfParent(campaigns.listCampaigns, Campaign, 'funding_instrument_ids')),
}));

builder.objectFields(Campaign, (t) => ({
  account: t.field(linkToAccount(Account)),
  fundingInstrument: t.field(
    linkTo(fundingInstrument, FundingInstrument, {
      column: 'funding_instrument_id',
      doc: 'What pays for the campaign',
    }),
  ),
}));

mutation(campaigns.createCampaign, campaign, Campaign);
mutation(campaigns.updateCampaign, campaign, Campaign);
mutation(campaigns.deleteCampaign, campaign, Campaign);
batchMutation(campaigns.batchCampaigns, campaign, Campaign);
