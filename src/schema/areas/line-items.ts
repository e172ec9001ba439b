import { account, accounts } from '../../upstream/catalogue/areas/accounts.ts';
import { campaign } from '../../upstream/catalogue/areas/campaigns.ts';
import { fundingInstrument } from '../../upstream/catalogue/areas/funding-instruments.ts';
import { lineItem, lineItems } from '../../upstream/catalogue/areas/line-items.ts';
import { batchMutation } from '../fields/batch-mutations.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkTo, listAboutParent, listOfAccount, listOfParent } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(lineItem, 'line_item_id');

addFields(account, (t) => ({
  lineItems: t.field(listOfAccount(lineItems.listLineItems)),
  lineItem: t.field(item(lineItems.getLineItem)),
}));

addFields(campaign, (t) => ({
  lineItems: t.field(listOfParent(lineItems.listLineItems, 'campaign_ids')),
}));

addFields(fundingInstrument, (t) => ({
  lineItems: t.field(listOfParent(lineItems.listLineItems, 'funding_instrument_ids')),
}));

addFields(lineItem, (t) => ({
  history: t.field(listAboutParent(accounts.listAccountHistory, 'entity_id', lineItem)),
  campaign: t.field(linkTo(campaign, 'campaign_id', 'Its campaign')),
  fundingInstrument: t.field(
    linkTo(
      fundingInstrument,
      'funding_instrument_id',
      'The funding instrument that pays for the line item',
    ),
  ),
}));

mutation(lineItems.createLineItem);
mutation(lineItems.updateLineItem);
mutation(lineItems.deleteLineItem);
batchMutation(lineItems.batchLineItems);
