import { ofViewer } from '../../resolvers/reads/page.ts';
import {
  keywordInsightEndpoints,
  keywordInsights,
} from '../../upstream/catalogue/areas/keyword-insights.ts';
import { builder } from '../fields/builder.ts';
import { entityType } from '../fields/entities.ts';
import { single } from '../fields/fields.ts';

entityType(keywordInsights);

builder.queryField('keywordInsights', (t) =>
  t.field(single(keywordInsightEndpoints.getKeywordInsights, ofViewer)),
);
