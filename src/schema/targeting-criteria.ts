import { lineItem } from '../upstream/catalogue/line-items.ts';
import { targetingCriteria, targetingCriterion } from '../upstream/catalogue/targeting-criteria.ts';
import { Account } from './accounts.ts';
import { batchMutation } from './batch-mutations.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, listOfAccount, listOfParent } from './fields.ts';
import { LineItem } from './line-items.ts';
import { mutation } from './mutations.ts';

/** The object type of a targeting criterion. */
export const TargetingCriterion = entityType(targetingCriterion, 'targeting_criterion_id');

builder.objectFields(Account, (t) => ({
  targetingCriteria: t.field(
    listOfAccount(targetingCriteria.listTargetingCriteria, TargetingCriterion),
  ),
  targetingCriterion: t.field(
    item(targetingCriteria.getTargetingCriterion, targetingCriterion, TargetingCriterion),
  ),
}));

builder.objectFields(LineItem, (t) => ({
  targetingCriteria: t.field(
    listOfParent(targetingCriteria.listTargetingCriteria, TargetingCriterion, 'line_item_ids'),
  ),
}));

builder.objectFields(TargetingCriterion, (t) => ({
  account: t.field(linkToAccount(Account)),
  lineItem: t.field(
    linkTo(lineItem, LineItem, { column: 'line_item_id', doc: 'The line item that it targets' }),
  ),
}));

mutation(targetingCriteria.createTargetingCriterion, targetingCriterion, TargetingCriterion);
mutation(targetingCriteria.deleteTargetingCriterion, targetingCriterion, TargetingCriterion);
batchMutation(targetingCriteria.batchTargetingCriteria, targetingCriterion, TargetingCriterion);
