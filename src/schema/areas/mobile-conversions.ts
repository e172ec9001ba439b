import { mobileConversions } from '../../upstream/catalogue/areas/mobile-conversions.ts';
import { entityType } from '../fields/entities.ts';
import { mutations } from '../fields/writes.ts';

const { recordMobileConversion } = mobileConversions;

entityType(recordMobileConversion.returns.of);

mutations(mobileConversions);
