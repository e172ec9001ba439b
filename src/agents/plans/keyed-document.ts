import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type ObjectValueNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  type VariableDefinitionNode,
  type VariableNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { isObject } from '../../upstream/catalogue/language/values.ts';
import type { Question } from '../ask.ts';
import { ToolError } from '../tool-error.ts';

/** The names under which the outcome of a write is asked for, beside what its document selects. */
export const ownName = (field: string): string => `mcp_${field}`;

interface Keyed {
  readonly schema: GraphQLSchema;
  /** What the keys begin with: the nth mutation of the document gets `<prefix>:<n>`. */
  readonly prefix: string;
}

/**
 * The document with a key in each input that takes one, whatever stood there, and with the outcomes
 * selected. A variable that is the input of several mutations becomes several.
 */
export const keyedDocument = (
  { text, variables = {} }: Question,
  { schema, prefix }: Keyed,
): Question => {
  const document = parsed(text);
  const numbers = new Map<string, number>();
  const values: Record<string, unknown> = { ...variables };
  const added: VariableDefinitionNode[] = [];
  const definitions = document.definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []) : [],
  );
  const used = new Set<string>();
  const keyOf = (name: string): string => {
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return `${prefix}:${number}`;
  };
  const ofVariable = (argument: ArgumentNode, name: string, key: string): ArgumentNode => {
    const definition = definitions.find(({ variable }) => variable.name.value === name);
    if (definition === undefined) return argument;
    const { defaultValue } = definition;
    const initial = defaultValue === undefined ? undefined : valueFromASTUntyped(defaultValue);
    const given = name in variables ? variables[name] : initial;
    const own = used.has(name) ? `${name}_${key.split(':').at(-1)}` : name;
    used.add(name);
    values[own] = isObject(given) ? { ...given, idempotencyKey: key } : given;
    if (own === name) return argument;
    const variable = { kind: Kind.VARIABLE, name: nameNode(own) } as const;
    if (!added.some((one) => one.variable.name.value === own)) {
      added.push({ ...definition, variable });
    }
    return { ...argument, value: variable };
  };
  const keyed = (field: FieldNode): FieldNode => {
    const key = keyOf((field.alias ?? field.name).value);
    const args = (field.arguments ?? []).map((argument) => {
      const { value, name } = argument;
      if (name.value !== 'input') return argument;
      if (value.kind === Kind.OBJECT) return { ...argument, value: withKey(value, key) };
      return value.kind === Kind.VARIABLE ? ofVariable(argument, value.name.value, key) : argument;
    });
    const type = schema.getMutationType()?.getFields()[field.name.value]?.type;
    const own = type === undefined ? [] : outcomeOf(type);
    const selections = [...(field.selectionSet?.selections ?? []), ...own];
    return {
      ...field,
      arguments: args,
      selectionSet: { kind: Kind.SELECTION_SET, selections },
    };
  };
  const root = schema.getMutationType()?.name;
  const within = ({ selections }: SelectionSetNode): SelectionSetNode => ({
    kind: Kind.SELECTION_SET,
    selections: selections.map((one) => {
      if (one.kind === Kind.FIELD) return keyed(one);
      return one.kind === Kind.INLINE_FRAGMENT
        ? { ...one, selectionSet: within(one.selectionSet) }
        : one;
    }),
  });
  const changed = document.definitions.map((one) => {
    const isRoot =
      one.kind === Kind.OPERATION_DEFINITION ||
      (one.kind === Kind.FRAGMENT_DEFINITION && one.typeCondition.name.value === root);
    return isRoot ? { ...one, selectionSet: within(one.selectionSet) } : one;
  });
  const whole = withVariables({ ...document, definitions: changed }, added);
  return { text: print(whole), variables: values };
};

const parsed = (text: string): DocumentNode => {
  try {
    return parse(text);
  } catch (error) {
    throw new ToolError('GRAPHQL_PARSE_FAILED', (error as Error).message);
  }
};

const nameNode = (value: string) => ({ kind: Kind.NAME, value }) as const;

const withKey = (input: ObjectValueNode, key: string): ObjectValueNode => ({
  ...input,
  fields: [
    ...input.fields.filter(({ name }) => name.value !== 'idempotencyKey'),
    {
      kind: Kind.OBJECT_FIELD,
      name: nameNode('idempotencyKey'),
      value: { kind: Kind.STRING, value: key },
    },
  ],
});

/** The document with further variables, and without those that nothing uses any more. */
const withVariables = (
  document: DocumentNode,
  added: readonly VariableDefinitionNode[],
): DocumentNode => {
  const used = new Set<string>();
  const use = ({ name }: VariableNode): void => void used.add(name.value);
  for (const one of document.definitions) {
    if ('selectionSet' in one) visit(one.selectionSet, { Variable: use });
  }
  return visit(document, {
    OperationDefinition: (operation) => ({
      ...operation,
      variableDefinitions: [...(operation.variableDefinitions ?? []), ...added].filter(
        ({ variable }) => used.has(variable.name.value),
      ),
    }),
  });
};

/** What of a payload tells how its write ended: outcomes, errors and ids, of its parts too. */
const outcomeOf = (payload: GraphQLOutputType): readonly SelectionNode[] => {
  const type = getNamedType(payload);
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, type: of }): readonly SelectionNode[] => {
    const inner = getNamedType(of);
    if (isLeafType(inner)) return known.has(name) ? [selected(name, null)] : [];
    if (!isObjectType(inner)) return [];
    if (name === 'errors') return [selected(name, errorMembers)];
    if (name === 'results' || name === 'steps') return [selected(name, outcomeOf(of))];
    const isRow = 'id' in inner.getFields() && !name.endsWith('Edge');
    return isRow && depthOf(of) < 2 ? [selected(name, [plain('id')])] : [];
  });
};

const known: ReadonlySet<string> = new Set(['outcome', 'index', 'step']);

/** How many lists a type is. */
const depthOf = (type: GraphQLOutputType): number => {
  if (isNonNullType(type)) return depthOf(type.ofType);
  return isListType(type) ? 1 + depthOf(type.ofType) : 0;
};

const plain = (name: string): FieldNode => ({ kind: Kind.FIELD, name: nameNode(name) });

const errorMembers = ['code', 'message', 'argument'].map(plain);

const selected = (name: string, selections: readonly SelectionNode[] | null): FieldNode => ({
  ...plain(name),
  alias: nameNode(ownName(name)),
  ...(selections !== null && { selectionSet: { kind: Kind.SELECTION_SET, selections } }),
});

/** Refuses a document with identifiers of people: variables are for them, which no log shows. */
export const refusePeople = (schema: GraphQLSchema, text: string): void => {
  const info = new TypeInfo(schema);
  const refuse = (): void => {
    const type = info.getInputType();
    if (type === undefined || type === null || getNamedType(type).name !== 'PersonalIdentifier') {
      return;
    }
    throw new ToolError('BAD_USER_INPUT', 'Identifiers of people belong into variables.');
  };
  visit(parsed(text), visitWithTypeInfo(info, { StringValue: refuse, IntValue: refuse }));
};
