import {
  lineItemPlacement,
  lineItemPlacements,
} from '../../upstream/catalogue/areas/line-item-placements.ts';
import { entityType } from '../fields/entities.ts';
import { queryFields } from '../fields/reads.ts';

entityType(lineItemPlacement);

queryFields({ lineItemPlacements: lineItemPlacements.listLineItemPlacements });
