import { mobileConversions } from '../../upstream/catalogue/areas/mobile-conversions.ts';
import { mutations } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

const { recordMobileConversion } = mobileConversions;

entityType(recordMobileConversion.returns.of);

mutations(mobileConversions);
