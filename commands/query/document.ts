import type { DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import { GraphQLError, Kind, parse, separateOperations, visit } from 'graphql';
import { UsageError } from '../../bin/commands.ts';

/** A document with one operation. */
export interface QueryDocument {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

const parsed = (text: string): DocumentNode => {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [{ line = 0, column = 0 } = {}] = error.locations ?? [];
    throw new UsageError(`The document cannot be read: ${error.message} (${line}:${column})`);
  }
};

/** The operation of a document that is asked for, with the fragments that it uses. */
export const operationIn = (text: string, name: string | undefined): QueryDocument => {
  const operations = separateOperations(parsed(text));
  const names = Object.keys(operations);
  if (names.length === 0) throw new UsageError('The document has no operation');
  if (name === undefined && names.length > 1)
    throw new UsageError(`--operation must be one of ${names.join(', ')}`);
  const document = operations[name ?? names[0] ?? ''];
  if (document === undefined)
    throw new UsageError(`--operation must be one of ${names.join(', ')}`);
  return { document, operation: operationOf(document) };
};

const operationOf = ({ definitions }: DocumentNode): OperationDefinitionNode => {
  const found = definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (found === undefined) throw new UsageError('The document has no operation');
  return found;
};

/** The name of a field in the answer. */
export const keyOf = ({ alias, name }: FieldNode): string => alias?.value ?? name.value;

/** The fields of a selection, also those of its fragments. */
export const fieldsOf = (
  selection: SelectionSetNode | undefined,
  document: DocumentNode,
): readonly FieldNode[] =>
  (selection?.selections ?? []).flatMap((one) => {
    if (one.kind === Kind.FIELD) return [one];
    if (one.kind === Kind.INLINE_FRAGMENT) return fieldsOf(one.selectionSet, document);
    const fragment = document.definitions.find(
      (other) => other.kind === Kind.FRAGMENT_DEFINITION && other.name.value === one.name.value,
    );
    return fragment !== undefined && 'selectionSet' in fragment
      ? fieldsOf(fragment.selectionSet, document)
      : [];
  });

const fieldNamed = (value: string, ...below: readonly string[]): FieldNode => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value },
  ...(below.length > 0 && {
    selectionSet: { kind: Kind.SELECTION_SET, selections: below.map((name) => fieldNamed(name)) },
  }),
});

const withField = (field: FieldNode, added: FieldNode): FieldNode => ({
  ...field,
  selectionSet: {
    kind: Kind.SELECTION_SET,
    selections: [...(field.selectionSet?.selections ?? []), added],
  },
});

/** The same document with some of its fields replaced. */
const replacing = (
  { document }: QueryDocument,
  fields: ReadonlySet<FieldNode>,
  by: (field: FieldNode) => FieldNode,
): QueryDocument => {
  const replaced: DocumentNode = visit(document, {
    Field: { enter: (field) => (fields.has(field) ? by(field) : undefined) },
  });
  return { document: replaced, operation: operationOf(replaced) };
};

/** The same mutation, with the outcome of each write in the answer. */
export const withOutcomes = (asked: QueryDocument): QueryDocument => {
  const fields = fieldsOf(asked.operation.selectionSet, asked.document).filter(
    (field) =>
      field.selectionSet !== undefined &&
      !fieldsOf(field.selectionSet, asked.document).some((one) => keyOf(one) === 'outcome'),
  );
  return replacing(asked, new Set(fields), (field) => withField(field, fieldNamed('outcome')));
};

/** A document that reads a page of a list. */
export interface PagedDocument extends QueryDocument {
  /** The variable that says where the page begins. */
  readonly after: string;
  /** The cursor of the first page, if the document itself has one; else null. */
  readonly start: string | null;
  /** True if the document itself selects `pageInfo`. */
  readonly showsPageInfo: boolean;
  /** The selection of a row. */
  readonly row: readonly FieldNode[];
  readonly list: 'nodes' | 'edges';
}

const ownVariable = 'followAfter';

/** The same document, to read one page after the other of the connection at a path. */
export const pagedAt = (asked: QueryDocument, path: string): PagedDocument => {
  const { document, operation } = asked;
  const lists = path
    .split('.')
    .reduce<readonly FieldNode[]>(
      (fields, key) =>
        fields
          .flatMap(({ selectionSet }) => fieldsOf(selectionSet, document))
          .filter((field) => keyOf(field) === key),
      [{ ...fieldNamed(''), selectionSet: operation.selectionSet }],
    );
  const below = lists.flatMap(({ selectionSet }) => fieldsOf(selectionSet, document));
  const [list, other] = ['nodes', 'edges'].filter((name) =>
    below.some((field) => keyOf(field) === name),
  ) as readonly PagedDocument['list'][];
  if (lists.length === 0) throw new UsageError(`--follow: the document has no ${path}`);
  if (list === undefined || other !== undefined)
    throw new UsageError(`--follow: ${path} must select either nodes or edges`);
  const given = lists.flatMap(({ arguments: all = [] }) =>
    all.filter(({ name }) => name.value === 'after'),
  )[0]?.value;
  const isVariable = given?.kind === Kind.VARIABLE;
  const after = isVariable ? given.name.value : ownVariable;
  const paged = replacing(asked, new Set(lists), (field) =>
    withField(withAfter(field, after), fieldNamed('pageInfo', 'hasNextPage', 'endCursor')),
  );
  return {
    ...(isVariable ? paged : withVariable(paged, after)),
    after,
    start: given?.kind === Kind.STRING ? given.value : null,
    showsPageInfo: below.some((field) => keyOf(field) === 'pageInfo'),
    row: (list === 'nodes' ? ['nodes'] : ['edges', 'node']).reduce(
      (fields, name) =>
        fields
          .filter((field) => keyOf(field) === name)
          .flatMap(({ selectionSet }) => fieldsOf(selectionSet, document)),
      below,
    ),
    list,
  };
};

const withAfter = (field: FieldNode, variable: string): FieldNode => ({
  ...field,
  arguments: [
    ...(field.arguments ?? []).filter(({ name }) => name.value !== 'after'),
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'after' },
      value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } },
    },
  ],
});

const withVariable = ({ document, operation }: QueryDocument, variable: string): QueryDocument => {
  const changed: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: [
      ...(operation.variableDefinitions ?? []),
      {
        kind: Kind.VARIABLE_DEFINITION,
        variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } },
        type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'String' } },
      },
    ],
  };
  const definitions = document.definitions.map((one) => (one === operation ? changed : one));
  return { document: { ...document, definitions }, operation: changed };
};
