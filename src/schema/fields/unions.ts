import type { ObjectRef, UnionRef } from '@pothos/core';
import type { Shape, Variant } from '../../upstream/catalogue/language/params.ts';
import type { Values } from '../../upstream/catalogue/language/values.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { withoutSecrets } from './scalars.ts';

type ShapeRef = ObjectRef<SchemaTypes, Values>;
type Union = UnionRef<SchemaTypes, Values, Values>;

const Unrecognized = builder.objectRef<Values>('UnrecognizedObject').implement({
  description: 'A nested object of a type that this schema does not know.',
  fields: (t) => ({
    value: t.field({
      type: 'JSON',
      description: 'The object as the API sent it.',
      resolve: withoutSecrets,
    }),
  }),
});

const unions = new Map<string, Union>();

/**
 * The union type of a variant in responses. Types that the API adds later are shown as
 * UnrecognizedObject.
 */
export const unionOf = (variant: Variant, shapeOf: (shape: Shape) => ShapeRef): Union =>
  getOrMake(unions, variant.type, () => {
    const names = new Map(Object.entries(variant.of).map(([tag, { type }]) => [tag, type]));
    return builder.unionType(variant.type, {
      description: `${variant.doc}.`,
      types: [...Object.values(variant.of).map(shapeOf), Unrecognized],
      resolveType: (value) =>
        names.get(String((value as Values)[variant.tag])) ?? Unrecognized.name,
    });
  });
