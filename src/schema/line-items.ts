import { campaign } from '../upstream/catalogue/campaigns.ts';
import { fundingInstrument } from '../upstream/catalogue/funding-instruments.ts';
import { lineItem, lineItems } from '../upstream/catalogue/line-items.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaigns.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, listOfAccount, listOfParent } from './fields.ts';
import { FundingInstrument } from './funding-instruments.ts';
import { mutation } from './mutations.ts';

/** The object type of a line item. */
export const LineItem = entityType(lineItem, 'line_item_id');

builder.objectFields(Account, (t) => ({
  lineItems: t.field(listOfAccount(lineItems.listLineItems, LineItem)),
  lineItem: t.field(item(lineItems.getLineItem, lineItem, LineItem)),
}));

builder.objectFields(Campaign, (t) => ({
  lineItems: t.field(listOfParent(lineItems.listLineItems, LineItem, 'campaign_ids')),
}));

builder.objectFields(FundingInstrument, (t) => ({
  lineItems: t.field(listOfParent(lineItems.listLineItems, LineItem, 'funding_instrument_ids')),
}));

builder.objectFields(LineItem, (t) => ({
  account: t.field(linkToAccount(Account)),
  campaign: t.field(linkTo(campaign, Campaign, { column: 'campaign_id', doc: 'Its campaign' })),
  fundingInstrument: t.field(
    linkTo(fundingInstrument, FundingInstrument, {
      column: 'funding_instrument_id',
      doc: 'What pays for the line item',
    }),
  ),
}));

mutation(lineItems.createLineItem, lineItem, LineItem);
