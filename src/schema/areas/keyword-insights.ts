import {
  keywordInsightEndpoints,
  keywordInsights,
} from '../../upstream/catalogue/areas/keyword-insights.ts';
import { queryFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(keywordInsights);

queryFields({ keywordInsights: keywordInsightEndpoints.getKeywordInsights });
