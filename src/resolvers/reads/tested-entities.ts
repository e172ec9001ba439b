import { campaign } from '../../upstream/catalogue/areas/campaigns.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { listIn, type Values } from '../../upstream/catalogue/language/values.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import type { Load } from '../field.ts';
import { entitiesAt } from './node.ts';

/** A campaign or line item in a group of an A/B test; `entity` is null for other kinds. */
export interface TestedEntity {
  readonly id: string;
  readonly entity: Entity | null;
  readonly accountId: string | null;
}

const kinds: Readonly<Record<string, Entity>> = { CAMPAIGN: campaign, LINE_ITEM: lineItem };

/** The entities in a group of an A/B test, which has the source of its row and `entity_type`. */
export const testedEntities = (group: Values): readonly TestedEntity[] => {
  const entity = kinds[String(group['entity_type'])] ?? null;
  const { accountId } = (group as Row)[SOURCE];
  return listIn(group['entity_ids'])
    .filter((id) => typeof id === 'string')
    .map((id) => ({ id, entity, accountId }));
};

/** Loads the campaigns or line items of these entries. */
export const entityOfTested: Load<TestedEntity, Row | null> = (tested, _args, context, field) =>
  entitiesAt(
    tested.map(({ id, entity, accountId }) => (entity === null ? null : { entity, accountId, id })),
    { context, field },
  );
