import type { ObjectRef, UnionRef } from '@pothos/core';
import type { Shape, Variant } from '../../upstream/catalogue/language/params.ts';
import type { SchemaTypes } from './builder.ts';
import { builder } from './builder.ts';
import { withoutSecrets } from './scalars.ts';

type Members = Readonly<Record<string, unknown>>;
type ShapeRef = ObjectRef<SchemaTypes, Members>;
type Union = UnionRef<SchemaTypes, Members, Members>;

const Unrecognized = builder.objectRef<Members>('UnrecognizedObject').implement({
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

/** The union type of a variant in responses. Types that the API adds later are shown as UnrecognizedObject. */
export const unionOf = (variant: Variant, shapeOf: (shape: Shape) => ShapeRef): Union => {
  const known = unions.get(variant.type);
  if (known !== undefined) return known;
  const names = new Map(Object.entries(variant.of).map(([tag, { type }]) => [tag, type]));
  const made: Union = builder.unionType(variant.type, {
    description: `${variant.doc}.`,
    types: [...Object.values(variant.of).map(shapeOf), Unrecognized],
    resolveType: (value) => names.get(String((value as Members)[variant.tag])) ?? Unrecognized.name,
  });
  unions.set(variant.type, made);
  return made;
};
