import {
  fundingInstrument,
  fundingInstruments,
} from '../../upstream/catalogue/areas/funding-instruments.ts';
import { areaFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(fundingInstrument, 'funding_instrument_id');

areaFields(fundingInstruments);
