import {
  keywordInsightEndpoints,
  keywordInsights,
} from '../../upstream/catalogue/areas/keyword-insights.ts';
import { areaFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(keywordInsights);

areaFields(keywordInsightEndpoints);
