import { node } from '../resolvers/call.ts';
import { InputError } from '../upstream/errors.ts';
import { builder } from './builder.ts';
import { Node, nodeEntities } from './entities.ts';

const maxNodes = 500;
const byId = { parentsPerCall: 200, perAccount: true, onlyForRow: true } as const;

const find = node(nodeEntities);

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    args: { id: t.arg.id({ required: true, description: 'The global id of an entity.' }) },
    description:
      'Any entity by its global id; null where the API has none. Deleted and draft rows are found. Costs no call when only ids and lists are selected.',
    extensions: { facts: { cost: { ...byId, objects: 'one' } } },
    resolve: (_root, { id }, context, info) => find(id, ['id'], { context, info }),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    args: {
      ids: t.arg.idList({ required: true, description: `Global ids, at most ${maxNodes}.` }),
    },
    description:
      'Entities by their global ids, in that order, null for each that the API does not have. Read in batches of 200.',
    extensions: { facts: { cost: { ...byId, objects: { perItemOf: 'ids' } } } },
    resolve: (_root, { ids }, context, info) => {
      if (ids.length > maxNodes)
        throw new InputError(`ids has more than ${maxNodes} values`, ['ids']);
      return ids.map((id, index) => find(id, ['ids', index], { context, info }));
    },
  }),
}));
