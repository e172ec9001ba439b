import {
  lineItemPlacement,
  lineItemPlacements,
} from '../../upstream/catalogue/areas/line-item-placements.ts';
import { queryFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(lineItemPlacement);

queryFields({ lineItemPlacements: lineItemPlacements.listLineItemPlacements });
