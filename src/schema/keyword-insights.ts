import { ofViewer } from '../resolvers/page.ts';
import {
  keywordInsightEndpoints,
  keywordInsights,
} from '../upstream/catalogue/keyword-insights.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { single } from './fields.ts';

entityType(keywordInsights);

builder.queryField('keywordInsights', (t) =>
  t.field(single(keywordInsightEndpoints.getKeywordInsights, ofViewer)),
);
