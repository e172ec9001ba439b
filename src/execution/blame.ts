import type { GraphQLInputType } from 'graphql';
import { getNullableType, isInputObjectType, isListType, isRequiredInputField } from 'graphql';

type Path = readonly (string | number)[];

/**
 * Finds the field at fault where coercion blames an input object as a whole: a required one that is missing, or a name that
 * the type does not have. Errors about one object come in that order, so each call for it gives the next.
 */
export const createBlame = (type: GraphQLInputType) => {
  const told = new Map<string, number>();
  return (
    path: Path,
    value: unknown,
  ): { readonly name: string; readonly isKnown: boolean } | null => {
    const blamed = typeAt(type, path);
    if (!isInputObjectType(blamed) || typeof value !== 'object' || value === null) return null;
    const fields = blamed.getFields();
    const given = new Set(Object.keys(value));
    const missing = Object.values(fields).filter(
      (field) => isRequiredInputField(field) && !given.has(field.name),
    );
    const faults = [
      ...missing.map(({ name }) => ({ name, isKnown: true })),
      ...[...given]
        .filter((name) => !Object.hasOwn(fields, name))
        .map((name) => ({ name, isKnown: false })),
    ];
    const key = path.join('.');
    const index = told.get(key) ?? 0;
    told.set(key, index + 1);
    return faults[index] ?? null;
  };
};

// A single item may stand for a list of one, so positions and lists are both passed over.
const inside = (type: GraphQLInputType): GraphQLInputType => {
  const held = getNullableType(type);
  return isListType(held) ? inside(held.ofType) : held;
};

const typeAt = (type: GraphQLInputType, path: Path): GraphQLInputType | null =>
  path
    .filter((step) => typeof step === 'string')
    .reduce<GraphQLInputType | null>((at, name) => {
      const fields = isInputObjectType(at) ? at.getFields() : {};
      const field = fields[name];
      return field === undefined ? null : inside(field.type);
    }, inside(type));
