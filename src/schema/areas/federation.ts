import type { Load } from '../../resolvers/field.ts';
import { listAt } from '../../resolvers/reads/node.ts';
import { referencesOf } from '../../resolvers/reads/representations.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import { builder } from '../fields/builder.ts';
import { nodeCost, nodeEntities } from '../fields/entities.ts';
import { loaded } from '../fields/loaded.ts';
import { entityRef } from '../fields/refs.ts';
import { subgraphOf } from '../subgraph.ts';

const Entity = builder.unionType('_Entity', {
  description: 'Every type that other subgraphs can refer to by a key.',
  types: [...nodeEntities.values()].map(({ entity }) => entityRef(entity)),
  resolveType: (row) => (row as Row)[SOURCE].entity.name,
});

// The SDL has hundreds of kilobytes, which take as long to write as this many values.
const manyValues = 10_000;

const Service = builder.objectRef<object>('_Service').implement({
  description: 'The subgraph, for a composer.',
  fields: (t) => ({
    sdl: t.string({
      description: 'The subgraph with its keys and directives, in the schema definition language.',
      resolve: (_service, _args, _context, { schema }) => subgraphOf(schema),
      extensions: { facts: { columns: manyValues } },
    }),
  }),
});

const read = referencesOf(nodeEntities);

const entitiesBy: Load<unknown, readonly (Row | Error | null)[]> = (_roots, args, context, field) =>
  listAt(read(args, field.selected), { context, field });

const cost = nodeCost('router', (args, field) =>
  read(args, field).flatMap((address) =>
    address instanceof Error
      ? []
      : [address.entity.name, address.accountId ?? [], address.id].flat().join(':'),
  ),
);

builder.queryFields((t) => ({
  _service: t.field({
    type: Service,
    nullable: false,
    description: 'The subgraph that this schema is; shown where introspection is.',
    resolve: () => ({}),
  }),
  _entities: t.field({
    type: [Entity],
    nullable: { list: false, items: true },
    args: {
      representations: t.arg({
        type: ['_Any'],
        required: true,
        description: 'References: `__typename` with `id`, or with `accountId` and `restId`.',
      }),
    },
    description:
      'Entities that a router refers to, in that order; null for each that the API does not have, and null with an error for each that cannot be read. Read as `nodes` reads them, and not at all where only keys are selected.',
    ...loaded(entitiesBy, { cost }),
  }),
}));
