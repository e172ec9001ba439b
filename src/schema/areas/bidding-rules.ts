import { biddingRule, biddingRules } from '../../upstream/catalogue/areas/bidding-rules.ts';
import { entityType } from '../fields/entities.ts';
import { queryFields } from '../fields/reads.ts';

entityType(biddingRule);

queryFields({ biddingRules: biddingRules.listBiddingRules });
