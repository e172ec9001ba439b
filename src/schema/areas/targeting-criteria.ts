import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import {
  targetingCriteria,
  targetingCriterion,
} from '../../upstream/catalogue/areas/targeting-criteria.ts';
import { entityType } from '../fields/entities.ts';
import { linkTo, listOfParent } from '../fields/fields.ts';
import { accountFields } from '../fields/reads.ts';
import { addFields } from '../fields/refs.ts';
import { mutations } from '../fields/writes.ts';

entityType(targetingCriterion, 'targeting_criterion_id');

accountFields({
  targetingCriteria: targetingCriteria.listTargetingCriteria,
  targetingCriterion: targetingCriteria.getTargetingCriterion,
});

addFields(lineItem, {
  targetingCriteria: listOfParent(targetingCriteria.listTargetingCriteria, 'line_item_ids'),
});

addFields(targetingCriterion, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item that it targets'),
});

mutations(targetingCriteria);
