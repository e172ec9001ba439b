import { ofAccount } from '../../resolvers/reads/page.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { fundingInstrument } from '../../upstream/catalogue/areas/funding-instruments.ts';
import { recommendation, recommendations } from '../../upstream/catalogue/areas/recommendations.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkTo, wholeList } from '../fields/fields.ts';
import { addFields } from '../fields/refs.ts';

entityType(recommendation);

addFields(account, (t) => ({
  recommendations: t.field(wholeList(recommendations.listRecommendations, ofAccount)),
  recommendation: t.field(item(recommendations.getRecommendation)),
}));

addFields(recommendation, (t) => ({
  fundingInstrument: t.field(
    linkTo(fundingInstrument, 'funding_instrument_id', 'The funding instrument it is about'),
  ),
}));
