import { locator } from '../resolvers/call.ts';
import { entityBy } from '../resolvers/node.ts';
import { InputError } from '../upstream/errors.ts';
import { builder } from './builder.ts';
import { Node, nodeEntities } from './entities.ts';

const maxNodes = 500;
const byId = { parentsPerCall: 200, perAccount: true, onlyForRow: true } as const;

const locate = locator(nodeEntities);

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    args: { id: t.arg.id({ required: true, description: 'The global id of an entity.' }) },
    description:
      'Any entity by its global id; null where the API has none. Deleted and draft rows are found. Costs no call when only ids and lists are selected; otherwise it is the REST call that lists its type by ids, or reads a single one where the list takes no ids.',
    extensions: { facts: { cost: { ...byId, objects: 'one' } } },
    resolve: (_root, { id }, context, info) => {
      const found = locate(id, ['id']);
      return entityBy(found.entity, found, { context, info });
    },
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: true, items: true },
    args: {
      ids: t.arg.idList({ required: true, description: `Global ids, at most ${maxNodes}.` }),
    },
    description:
      'Entities by their global ids, in that order, null for each that the API does not have. Those of one type and account are read together, up to 200 in one call of the REST list of their type; types whose list takes no ids are read one by one.',
    extensions: { facts: { cost: { ...byId, objects: { perItemOf: 'ids' } } } },
    resolve: (_root, { ids }, context, info) => {
      if (ids.length > maxNodes)
        throw new InputError(`ids has more than ${maxNodes} values`, ['ids']);
      // All are looked at before one is asked for: a malformed id costs no call.
      const found = ids.map((id, index) => locate(id, ['ids', index]));
      return found.map((one) => entityBy(one.entity, one, { context, info }));
    },
  }),
}));
