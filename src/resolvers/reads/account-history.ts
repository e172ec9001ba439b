import { identifierOf } from '../../upstream/catalogue/language/identifiers.ts';
import type { Row } from '../../upstream/client/row.ts';
import { SOURCE } from '../../upstream/client/row.ts';
import type { Load } from '../field.ts';
import type { NodeEntity } from './call.ts';
import type { Address } from './node.ts';
import { entitiesAt } from './node.ts';

const kinds = identifierOf('entity_id').by?.of ?? {};

/** Loads the changed entity of each history entry; null for an unknown type of entity. */
export const changedEntity = (entities: ReadonlyMap<string, NodeEntity>): Load<Row, Row | null> => {
  const addressOf = (row: Row): Address | null => {
    const found = entities.get(kinds[String(row['entity'])] ?? '');
    const id = row['entity_id'];
    if (found === undefined || typeof id !== 'string' || id === '') return null;
    return { entity: found.entity, accountId: row[SOURCE].accountId, id };
  };
  return (rows, _args, context, field) => entitiesAt(rows.map(addressOf), { context, field });
};
