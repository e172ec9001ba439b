import { ofViewer } from '../resolvers/page.ts';
import {
  lineItemPlacement,
  lineItemPlacements,
} from '../upstream/catalogue/line-item-placements.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { wholeList } from './fields.ts';

entityType(lineItemPlacement);

builder.queryField('lineItemPlacements', (t) =>
  t.field(wholeList(lineItemPlacements.listLineItemPlacements, ofViewer)),
);
