import SchemaBuilder from '@pothos/core';
import type { Context } from '../../context.ts';
import { DateTime, JsonScalar, Long, PersonalIdentifier, Representation } from './scalars.ts';

interface Given {
  Context: Context;
  Scalars: {
    ID: { Input: string; Output: string };
    Long: { Input: string; Output: string | number };
    DateTime: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    _Any: { Input: unknown; Output: unknown };
    PersonalIdentifier: { Input: string; Output: string };
  };
}

/** The one builder: every type, field, query and mutation is declared on it. */
export const builder = new SchemaBuilder<Given>({});

/** What the builder knows about the types that its fields and arguments use. */
export type SchemaTypes = typeof builder.$inferSchemaTypes;

builder.addScalarType('Long', Long);
builder.addScalarType('DateTime', DateTime);
builder.addScalarType('JSON', JsonScalar);
builder.addScalarType('PersonalIdentifier', PersonalIdentifier);
builder.addScalarType('_Any', Representation);

builder.queryType({
  description: 'Reads. Every list is a Relay connection unless it comes whole.',
});
builder.mutationType({
  description:
    'Writes. Each field is one upstream write, sent once and never repeated on doubt; reads may follow for what its answer left out. Its payload says how it ended.',
});
