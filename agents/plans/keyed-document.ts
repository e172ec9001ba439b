import type {
  DefinitionNode,
  DocumentNode,
  FieldNode,
  GraphQLSchema,
  SelectionSetNode,
  VariableDefinitionNode,
  VariableNode,
} from 'graphql';
import { Kind, print, visit } from 'graphql';
import type { Graph } from '../gateway.ts';
import type { GraphRequest } from '../graph-port.ts';
import { createKeyedInputs, type MutationKey } from './keyed-inputs.ts';
import { outcomeSelections } from './outcome-selections.ts';

interface KeyOptions {
  readonly schema: GraphQLSchema;
  readonly parse: Graph['parse'];
  /** The beginning of each key: the nth mutation of the document gets `<prefix>:<n>`. */
  readonly prefix: string;
  /** The paths of the mutations to send; the others are skipped. */
  readonly only: readonly string[] | null;
}

/**
 * The document with a key in each input that takes one, in place of any that was given, and with
 * the outcomes selected. A variable that is the input of several mutations is split.
 */
export const keyedDocument = (
  { text, variables = {} }: GraphRequest,
  { schema, parse, prefix, only }: KeyOptions,
): GraphRequest => {
  const document = parse(text);
  const inputs = createKeyedInputs(variablesOf(document), variables);
  const keyOf = createKeys(prefix);
  const root = schema.getMutationType();
  const keyed = (field: FieldNode): FieldNode => {
    const path = (field.alias ?? field.name).value;
    const key = keyOf(path);
    if (only?.includes(path) === false) return skipped(field);
    const type = root?.getFields()[field.name.value]?.type;
    const outcome = type === undefined ? [] : outcomeSelections(type);
    return {
      ...field,
      arguments: (field.arguments ?? []).map((argument) => inputs.withKey(argument, key)),
      selectionSet: {
        kind: Kind.SELECTION_SET,
        selections: [...(field.selectionSet?.selections ?? []), ...outcome],
      },
    };
  };
  const definitions = document.definitions.map((one) =>
    hasMutations(one, root?.name)
      ? { ...one, selectionSet: withFields(one.selectionSet, keyed) }
      : one,
  );
  const whole = withVariables({ ...document, definitions }, [...inputs.added.values()]);
  return { text: print(whole), variables: inputs.values };
};

/** The document with these mutations skipped. */
export const withoutMutations = (
  text: string,
  {
    schema,
    parse,
    paths,
  }: Pick<KeyOptions, 'schema' | 'parse'> & { readonly paths: readonly string[] },
): string => {
  const document = parse(text);
  const root = schema.getMutationType()?.name;
  const changed = (field: FieldNode): FieldNode =>
    paths.includes((field.alias ?? field.name).value) ? skipped(field) : field;
  const definitions = document.definitions.map((one) =>
    hasMutations(one, root) ? { ...one, selectionSet: withFields(one.selectionSet, changed) } : one,
  );
  return print({ ...document, definitions });
};

const named = (value: string) => ({ kind: Kind.NAME, value }) as const;

const skipped = (field: FieldNode): FieldNode => ({
  ...field,
  directives: [
    ...(field.directives ?? []).filter(({ name }) => name.value !== 'skip'),
    {
      kind: Kind.DIRECTIVE,
      name: named('skip'),
      arguments: [
        { kind: Kind.ARGUMENT, name: named('if'), value: { kind: Kind.BOOLEAN, value: true } },
      ],
    },
  ],
});

/** The keys of mutations, by their response names. */
const createKeys = (prefix: string): ((name: string) => MutationKey) => {
  const numbers = new Map<string, number>();
  return (name) => {
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return { number, text: `${prefix}:${number}` };
  };
};

/** The names of the variables that a document declares. */
export const declaredIn = (document: DocumentNode): ReadonlySet<string> =>
  new Set(variablesOf(document).map(({ variable }) => variable.name.value));

const variablesOf = ({ definitions }: DocumentNode): readonly VariableDefinitionNode[] =>
  definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []) : [],
  );

/** True if the fields of a definition, an operation or a fragment on it, are mutations. */
const hasMutations = (
  one: DefinitionNode,
  root: string | undefined,
): one is DefinitionNode & { readonly selectionSet: SelectionSetNode } =>
  one.kind === Kind.OPERATION_DEFINITION ||
  (one.kind === Kind.FRAGMENT_DEFINITION && one.typeCondition.name.value === root);

/** A selection with its fields changed, those of its inline fragments too. */
const withFields = (
  { selections }: SelectionSetNode,
  changed: (field: FieldNode) => FieldNode,
): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections: selections.map((one) => {
    if (one.kind === Kind.FIELD) return changed(one);
    if (one.kind === Kind.FRAGMENT_SPREAD) return one;
    return { ...one, selectionSet: withFields(one.selectionSet, changed) };
  }),
});

/** The document with additional variables, and without unused ones. */
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
