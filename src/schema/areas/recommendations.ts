import { fundingInstrument } from '../../upstream/catalogue/areas/funding-instruments.ts';
import { recommendation, recommendations } from '../../upstream/catalogue/areas/recommendations.ts';
import { entityType } from '../fields/entities.ts';
import { linkTo } from '../fields/fields.ts';
import { accountFields } from '../fields/reads.ts';
import { addFields } from '../fields/refs.ts';

entityType(recommendation);

accountFields({
  recommendations: recommendations.listRecommendations,
  recommendation: recommendations.getRecommendation,
});

addFields(recommendation, {
  fundingInstrument: linkTo(
    fundingInstrument,
    'funding_instrument_id',
    'The funding instrument it is about',
  ),
});
