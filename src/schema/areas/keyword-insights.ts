import {
  keywordInsightEndpoints,
  keywordInsights,
} from '../../upstream/catalogue/areas/keyword-insights.ts';
import { entityType } from '../fields/entities.ts';
import { queryFields } from '../fields/reads.ts';

entityType(keywordInsights);

queryFields({ keywordInsights: keywordInsightEndpoints.getKeywordInsights });
