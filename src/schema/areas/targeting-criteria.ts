import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import {
  targetingCriteria,
  targetingCriterion,
} from '../../upstream/catalogue/areas/targeting-criteria.ts';
import { batchMutation } from '../fields/batch-mutations.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(targetingCriterion, 'targeting_criterion_id');

addFields(account, (t) => ({
  targetingCriteria: t.field(listOfAccount(targetingCriteria.listTargetingCriteria)),
  targetingCriterion: t.field(item(targetingCriteria.getTargetingCriterion)),
}));

addFields(lineItem, (t) => ({
  targetingCriteria: t.field(
    listOfParent(targetingCriteria.listTargetingCriteria, 'line_item_ids'),
  ),
}));

addFields(targetingCriterion, (t) => ({
  lineItem: t.field(linkTo(lineItem, 'line_item_id', 'The line item that it targets')),
}));

mutation(targetingCriteria.createTargetingCriterion);
mutation(targetingCriteria.deleteTargetingCriterion);
batchMutation(targetingCriteria.batchTargetingCriteria);
