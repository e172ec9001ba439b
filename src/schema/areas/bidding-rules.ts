import { biddingRule, biddingRules } from '../../upstream/catalogue/areas/bidding-rules.ts';
import { queryFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(biddingRule);

queryFields({ biddingRules: biddingRules.listBiddingRules });
