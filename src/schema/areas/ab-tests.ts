import type { TestedEntity } from '../../resolvers/reads/tested-entities.ts';
import { entityOfTested, testedEntities } from '../../resolvers/reads/tested-entities.ts';
import { abTest, abTests, abTestUserGroup } from '../../upstream/catalogue/areas/ab-tests.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { builder } from '../fields/builder.ts';
import { entityType, linkToAny } from '../fields/entities.ts';
import { shapeOf } from '../fields/plain.ts';

entityType(abTest, 'ab_test_id');

const Tested = builder.objectRef<TestedEntity>('AbTestEntity').implement({
  description: 'A campaign or a line item of an A/B test.',
  fields: (t) => ({
    entityId: t.exposeID('id', {
      nullable: false,
      description: 'Its id in the REST API; `entity` is the entity itself.',
    }),
    entity: t.field(linkToAny(entityOfTested, { doc: 'The Campaign or LineItem itself' })),
  }),
});

builder.objectField(shapeOf(abTestUserGroup), 'entities', (t) =>
  t.field({
    type: [Tested],
    description: 'The campaigns or line items of `entityIds`, each with a link to it.',
    resolve: testedEntities,
  }),
);

accountFields({ abTests: abTests.listAbTests, abTest: abTests.getAbTest });

mutations(abTests);
