import {
  fundingInstrument,
  fundingInstruments,
} from '../../upstream/catalogue/areas/funding-instruments.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(fundingInstrument, 'funding_instrument_id');

accountFields({
  fundingInstruments: fundingInstruments.listFundingInstruments,
  fundingInstrument: fundingInstruments.getFundingInstrument,
});

mutations(fundingInstruments);
