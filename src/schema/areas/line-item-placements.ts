import { ofViewer } from '../../resolvers/reads/page.ts';
import {
  lineItemPlacement,
  lineItemPlacements,
} from '../../upstream/catalogue/areas/line-item-placements.ts';
import { builder } from '../fields/builder.ts';
import { entityType } from '../fields/entities.ts';
import { wholeList } from '../fields/fields.ts';

entityType(lineItemPlacement);

builder.queryField('lineItemPlacements', (t) =>
  t.field(wholeList(lineItemPlacements.listLineItemPlacements, ofViewer)),
);
