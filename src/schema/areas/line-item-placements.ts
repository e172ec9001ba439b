import {
  lineItemPlacement,
  lineItemPlacements,
} from '../../upstream/catalogue/areas/line-item-placements.ts';
import { areaFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(lineItemPlacement);

areaFields(lineItemPlacements);
