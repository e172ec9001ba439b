import type { Load } from '../../resolvers/field.ts';
import { entitiesAt } from '../../resolvers/reads/node.ts';
import { abTest, abTests, abTestUserGroup } from '../../upstream/catalogue/areas/ab-tests.ts';
import { campaign } from '../../upstream/catalogue/areas/campaigns.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { listIn, type Values } from '../../upstream/catalogue/language/values.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import { builder } from '../fields/builder.ts';
import { entityType, linkToAny } from '../fields/entities.ts';
import { shapeOf } from '../fields/plain.ts';
import { accountFields } from '../fields/reads.ts';
import { mutations } from '../fields/writes.ts';

/** What a group of an A/B test has: a campaign, a line item, or what the gateway does not know. */
interface TestedEntity {
  readonly id: string;
  readonly entity: Entity | null;
  readonly accountId: string | null;
}

const kinds: Readonly<Record<string, Entity>> = { CAMPAIGN: campaign, LINE_ITEM: lineItem };

/** What a group of an A/B test has; the group has the source of its row and `entity_type`. */
const testedEntities = (group: Values): readonly TestedEntity[] => {
  const entity = kinds[String(group['entity_type'])] ?? null;
  const { accountId } = (group as Row)[SOURCE];
  return listIn(group['entity_ids'])
    .filter((id) => typeof id === 'string')
    .map((id) => ({ id, entity, accountId }));
};

/** Loads the campaigns or line items of such entries. */
const entityOfTested: Load<TestedEntity, Row | null> = (tested, _args, context, field) =>
  entitiesAt(
    tested.map(({ id, entity, accountId }) => (entity === null ? null : { entity, accountId, id })),
    { context, field },
  );

entityType(abTest, 'ab_test_id');

accountFields({ abTests: abTests.listAbTests, abTest: abTests.getAbTest });

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

mutations(abTests);
