import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import {
  targetingCriteria,
  targetingCriterion,
} from '../../upstream/catalogue/areas/targeting-criteria.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo, listOfParent } from '../fields/fields.ts';

entityType(targetingCriterion, 'targeting_criterion_id');

addFields(lineItem, {
  targetingCriteria: listOfParent(targetingCriteria.listTargetingCriteria, 'line_item_ids'),
});

addFields(targetingCriterion, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item that it targets'),
});

accountFields({
  targetingCriteria: targetingCriteria.listTargetingCriteria,
  targetingCriterion: targetingCriteria.getTargetingCriterion,
});

mutations(targetingCriteria);
