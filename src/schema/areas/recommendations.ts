import { fundingInstrument } from '../../upstream/catalogue/areas/funding-instruments.ts';
import { recommendation, recommendations } from '../../upstream/catalogue/areas/recommendations.ts';
import { accountFields } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo } from '../fields/fields.ts';

entityType(recommendation);

addFields(recommendation, {
  fundingInstrument: linkTo(
    fundingInstrument,
    'funding_instrument_id',
    'The funding instrument it is about',
  ),
});

accountFields({
  recommendations: recommendations.listRecommendations,
  recommendation: recommendations.getRecommendation,
});
