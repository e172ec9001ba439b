import {
  fundingInstrument,
  fundingInstruments,
} from '../upstream/catalogue/funding-instruments.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkToAccount, listOfAccount } from './fields.ts';
import { mutation } from './mutations.ts';

/** The object type of a funding instrument. */
export const FundingInstrument = entityType(fundingInstrument, 'funding_instrument_id');

builder.objectFields(Account, (t) => ({
  fundingInstruments: t.field(
    listOfAccount(fundingInstruments.listFundingInstruments, FundingInstrument),
  ),
  fundingInstrument: t.field(
    item(fundingInstruments.getFundingInstrument, fundingInstrument, FundingInstrument),
  ),
}));

builder.objectFields(FundingInstrument, (t) => ({ account: t.field(linkToAccount(Account)) }));

mutation(fundingInstruments.createSandboxFundingInstrument, fundingInstrument, FundingInstrument);
mutation(fundingInstruments.deleteSandboxFundingInstrument, fundingInstrument, FundingInstrument);
