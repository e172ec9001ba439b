import { account } from '../upstream/catalogue/accounts.ts';
import {
  fundingInstrument,
  fundingInstruments,
} from '../upstream/catalogue/funding-instruments.ts';
import { entityType } from './entities.ts';
import { item, listOfAccount } from './fields.ts';
import { mutation } from './mutations.ts';
import { addFields } from './refs.ts';

entityType(fundingInstrument, 'funding_instrument_id');

addFields(account, (t) => ({
  fundingInstruments: t.field(listOfAccount(fundingInstruments.listFundingInstruments)),
  fundingInstrument: t.field(item(fundingInstruments.getFundingInstrument)),
}));

mutation(fundingInstruments.createSandboxFundingInstrument);
mutation(fundingInstruments.deleteSandboxFundingInstrument);
