import { account } from '../../upstream/catalogue/areas/accounts.ts';
import {
  fundingInstrument,
  fundingInstruments,
} from '../../upstream/catalogue/areas/funding-instruments.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(fundingInstrument, 'funding_instrument_id');

addFields(account, (t) => ({
  fundingInstruments: t.field(listOfAccount(fundingInstruments.listFundingInstruments)),
  fundingInstrument: t.field(item(fundingInstruments.getFundingInstrument)),
}));

mutation(fundingInstruments.createSandboxFundingInstrument);
mutation(fundingInstruments.deleteSandboxFundingInstrument);
