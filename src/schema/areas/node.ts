import type { Load } from '../../resolvers/field.ts';
import { entitiesAt, listAt } from '../../resolvers/reads/node.ts';
import { locator } from '../../resolvers/reads/representations.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { Row } from '../../upstream/client/row.ts';
import { builder } from '../fields/builder.ts';
import { Node, nodeCost, nodeEntities } from '../fields/entities.ts';
import { loaded } from '../fields/loaded.ts';

const maxNodes = 500;
const locate = locator(nodeEntities);

const nodeBy: Load<unknown, Row | null> = (_roots, args, context, field) =>
  entitiesAt([locate(args['id'] as string, ['id'])], { context, field });

const nodesBy: Load<unknown, readonly (Row | Error | null)[]> = (_roots, args, context, field) => {
  const ids = args['ids'] as readonly string[];
  if (ids.length > maxNodes) {
    throw inputError(problem(['ids'], 'tooMany', { max: `${maxNodes}` }));
  }
  // All ids are checked before the first call, so that a malformed id costs no call.
  const found = ids.map((id, index) => locate(id, ['ids', index]));
  return listAt(found, { context, field });
};

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    args: { id: t.arg.id({ required: true, description: 'The global id of an entity.' }) },
    description:
      'An entity of a type that implements Node, by its global id; null if the API has none. Deleted and draft rows are found. REST: the list of its type filtered by ids, or the item endpoint where the list takes no ids.',
    ...loaded(nodeBy, { cost: nodeCost('client', ({ id }) => [String(id)]) }),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: true, items: true },
    args: {
      ids: t.arg.idList({ required: true, description: `Global ids, at most ${maxNodes}.` }),
    },
    description:
      'Entities by their global ids, in that order, null for each that the API does not have. Entities of one type and account are read together, up to 200 in one call. REST: the list of their type filtered by ids, or one call each where the list takes no ids.',
    ...loaded(nodesBy, {
      cost: nodeCost('client', ({ ids }) => (ids as readonly string[]).map(String)),
    }),
  }),
}));
