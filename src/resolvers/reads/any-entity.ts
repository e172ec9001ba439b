import { type Row, SOURCE } from '../../upstream/client/row.ts';
import type { Load } from '../field.ts';
import type { NodeEntity } from './call.ts';
import { type Address, entitiesAt } from './node.ts';

/** The facts that find the entity of a row. */
interface KindOf {
  /** The entity for each kind, by the API's name of the kind. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly kindOf: (row: Row) => unknown;
}

/** Loads the entity whose id each row has in `entity_id`; null for an unknown kind of entity. */
export const anyEntityOf = (
  entities: ReadonlyMap<string, NodeEntity>,
  { kinds, kindOf }: KindOf,
): Load<Row, Row | null> => {
  const addressOf = (row: Row): Address | null => {
    const nodeEntity = entities.get(kinds[String(kindOf(row))] ?? '');
    const id = row['entity_id'];
    if (nodeEntity === undefined || typeof id !== 'string' || id === '') return null;
    return { entity: nodeEntity.entity, accountId: row[SOURCE].accountId, id };
  };
  return (rows, _args, context, field) => entitiesAt(rows.map(addressOf), { context, field });
};
