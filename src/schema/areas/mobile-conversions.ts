import { mobileConversions } from '../../upstream/catalogue/areas/mobile-conversions.ts';
import { entityType } from '../fields/entities.ts';
import { mutation } from '../fields/mutations.ts';

const { recordMobileConversion } = mobileConversions;

entityType(recordMobileConversion.returns.of);

mutation(recordMobileConversion);
