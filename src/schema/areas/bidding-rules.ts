import { biddingRule, biddingRules } from '../../upstream/catalogue/areas/bidding-rules.ts';
import { areaFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(biddingRule);

areaFields(biddingRules);
