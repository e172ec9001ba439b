import SchemaBuilder from '@pothos/core';
import type { Context } from '../../resolvers/context.ts';
import {
  DateScalar,
  DateTime,
  Decimal,
  JsonScalar,
  Long,
  PersonalIdentifier,
  Representation,
} from './scalars.ts';

/** The types of the context and the scalars, for the builder. */
export interface BuilderTypes {
  Context: Context;
  Scalars: {
    ID: { Input: string; Output: string };
    Long: { Input: string; Output: string | number };
    Date: { Input: string; Output: string };
    DateTime: { Input: string; Output: string };
    Decimal: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    _Any: { Input: unknown; Output: unknown };
    PersonalIdentifier: { Input: string; Output: string };
  };
}

/** The one builder: every type, field, query and mutation is declared on it. */
export const builder = new SchemaBuilder<BuilderTypes>({});

/** The types that the builder's fields and arguments use. */
export type SchemaTypes = typeof builder.$inferSchemaTypes;

builder.addScalarType('Long', Long);
builder.addScalarType('Date', DateScalar);
builder.addScalarType('DateTime', DateTime);
builder.addScalarType('Decimal', Decimal);
builder.addScalarType('JSON', JsonScalar);
builder.addScalarType('PersonalIdentifier', PersonalIdentifier);
builder.addScalarType('_Any', Representation);

builder.queryType({
  description: 'Reads. Every list with pages is a Relay connection.',
});
builder.mutationType({
  description:
    'Writes. Each field is one upstream write, except `launchCampaign` and `copyCampaign`, which make several. A write is sent once, and not repeated if its outcome is unknown; reads may follow for columns that the response lacks. The payload says how the write ended.',
});
