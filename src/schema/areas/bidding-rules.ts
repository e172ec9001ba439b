import { ofViewer } from '../../resolvers/reads/page.ts';
import { biddingRule, biddingRules } from '../../upstream/catalogue/areas/bidding-rules.ts';
import { builder } from '../fields/builder.ts';
import { entityType } from '../fields/entities.ts';
import { wholeList } from '../fields/fields.ts';

entityType(biddingRule);

builder.queryField('biddingRules', (t) =>
  t.field(wholeList(biddingRules.listBiddingRules, ofViewer)),
);
