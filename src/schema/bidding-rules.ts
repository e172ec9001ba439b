import { ofViewer } from '../resolvers/page.ts';
import { biddingRule, biddingRules } from '../upstream/catalogue/bidding-rules.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { wholeList } from './fields.ts';

entityType(biddingRule);

builder.queryField('biddingRules', (t) =>
  t.field(wholeList(biddingRules.listBiddingRules, ofViewer)),
);
