import { ofAccount } from '../resolvers/page.ts';
import { fundingInstrument } from '../upstream/catalogue/funding-instruments.ts';
import { recommendation, recommendations } from '../upstream/catalogue/recommendations.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, wholeList } from './fields.ts';
import { FundingInstrument } from './funding-instruments.ts';

const Recommendation = entityType(recommendation);

builder.objectFields(Account, (t) => ({
  recommendations: t.field(
    wholeList(recommendations.listRecommendations, Recommendation, ofAccount),
  ),
  recommendation: t.field(item(recommendations.getRecommendation, recommendation, Recommendation)),
}));

builder.objectFields(Recommendation, (t) => ({
  account: t.field(linkToAccount(Account)),
  fundingInstrument: t.field(
    linkTo(fundingInstrument, FundingInstrument, {
      column: 'funding_instrument_id',
      doc: 'The funding instrument it is about',
    }),
  ),
}));
