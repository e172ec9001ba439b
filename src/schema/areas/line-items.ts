import { accounts } from '../../upstream/catalogue/areas/accounts.ts';
import { campaign } from '../../upstream/catalogue/areas/campaigns.ts';
import { fundingInstrument } from '../../upstream/catalogue/areas/funding-instruments.ts';
import { lineItem, lineItems } from '../../upstream/catalogue/areas/line-items.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo, listAboutParent, listOfParent } from '../fields/fields.ts';

entityType(lineItem, 'line_item_id');

addFields(campaign, { lineItems: listOfParent(lineItems.listLineItems, 'campaign_ids') });

addFields(fundingInstrument, {
  lineItems: listOfParent(lineItems.listLineItems, 'funding_instrument_ids'),
});

addFields(lineItem, {
  history: listAboutParent(accounts.listAccountHistory, 'entity_id', lineItem),
  campaign: linkTo(campaign, 'campaign_id', 'Its campaign'),
  fundingInstrument: linkTo(
    fundingInstrument,
    'funding_instrument_id',
    'The funding instrument that pays for the line item',
  ),
});

accountFields({ lineItems: lineItems.listLineItems, lineItem: lineItems.getLineItem });

mutations(lineItems);
