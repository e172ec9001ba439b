import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import { identifierOf } from '../upstream/catalogue/identifiers.ts';
import type { Row } from '../upstream/row.ts';
import { ORIGIN } from '../upstream/row.ts';
import type { NodeEntity } from './call.ts';
import { entityBy } from './node.ts';

const kinds = identifierOf('entity_id').by?.of ?? {};

/** The entity that an entry of the history is about; null where it is of no kind that is known. */
export const changedEntity =
  (entities: ReadonlyMap<string, NodeEntity>) =>
  (row: Row, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
    const found = entities.get(kinds[String(row['entity'])] ?? '');
    const id = row['entity_id'];
    if (found === undefined || typeof id !== 'string' || id === '') return null;
    return entityBy(found.entity, { accountId: row[ORIGIN].accountId, id }, { context, info });
  };
