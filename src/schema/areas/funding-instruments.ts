import {
  fundingInstrument,
  fundingInstruments,
} from '../../upstream/catalogue/areas/funding-instruments.ts';
import { entityType } from '../fields/entities.ts';
import { accountFields } from '../fields/reads.ts';
import { mutations } from '../fields/writes.ts';

entityType(fundingInstrument, 'funding_instrument_id');

accountFields({
  fundingInstruments: fundingInstruments.listFundingInstruments,
  fundingInstrument: fundingInstruments.getFundingInstrument,
});

mutations(fundingInstruments);
