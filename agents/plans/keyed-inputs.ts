import type { ArgumentNode, ObjectValueNode, VariableDefinitionNode } from 'graphql';
import { Kind, valueFromASTUntyped } from 'graphql';
import { isObject } from '../../src/upstream/catalogue/language/values.ts';

/** The key of a mutation, the nth of its document. */
export interface MutationKey {
  readonly number: number;
  readonly text: string;
}

/** The inputs of mutations. A key goes into the document or a variable, where the input is. */
interface KeyedInputs {
  /** An argument of a mutation, with the key if it is an input. */
  readonly withKey: (argument: ArgumentNode, key: MutationKey) => ArgumentNode;
  /** The variables, with the keys. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The variables to add to the document, by name. */
  readonly added: ReadonlyMap<string, VariableDefinitionNode>;
}

/** Creates the inputs of a document that defines these variables. */
export const createKeyedInputs = (
  definitions: readonly VariableDefinitionNode[],
  given: Readonly<Record<string, unknown>>,
): KeyedInputs => {
  const values: Record<string, unknown> = { ...given };
  const added = new Map<string, VariableDefinitionNode>();
  const used = new Set<string>();
  const isTaken = (name: string): boolean =>
    Object.hasOwn(given, name) || definitions.some(({ variable }) => variable.name.value === name);
  // `$input` of two mutations becomes `$input` and `$input_2`, or `$input_2_` if there is one.
  const furtherName = (name: string): string => (isTaken(name) ? furtherName(`${name}_`) : name);
  const withKeyInVariable = (
    argument: ArgumentNode,
    name: string,
    { number, text }: MutationKey,
  ): ArgumentNode => {
    const definition = definitions.find(({ variable }) => variable.name.value === name);
    if (definition === undefined) return argument;
    const own = used.has(name) ? furtherName(`${name}_${number}`) : name;
    used.add(name);
    const value = Object.hasOwn(given, name) ? given[name] : defaultOf(definition);
    values[own] = isObject(value) ? { ...value, idempotencyKey: text } : value;
    if (own === name) return argument;
    const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: own } } as const;
    added.set(own, { ...definition, variable });
    return { ...argument, value: variable };
  };
  const withKey: KeyedInputs['withKey'] = (argument, key) => {
    const { name, value } = argument;
    if (name.value !== 'input') return argument;
    if (value.kind === Kind.VARIABLE) return withKeyInVariable(argument, value.name.value, key);
    if (value.kind !== Kind.OBJECT) return argument;
    return { ...argument, value: objectWithKey(value, key.text) };
  };
  return { withKey, values, added };
};

const defaultOf = ({ defaultValue }: VariableDefinitionNode): unknown =>
  defaultValue === undefined ? undefined : valueFromASTUntyped(defaultValue);

const objectWithKey = (input: ObjectValueNode, key: string): ObjectValueNode => ({
  ...input,
  fields: [
    ...input.fields.filter(({ name }) => name.value !== 'idempotencyKey'),
    {
      kind: Kind.OBJECT_FIELD,
      name: { kind: Kind.NAME, value: 'idempotencyKey' },
      value: { kind: Kind.STRING, value: key },
    },
  ],
});
