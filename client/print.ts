/** A parsed document, as `parse` of graphql-js and others return it. */
export interface Tree {
  readonly kind: string;
  readonly definitions: readonly unknown[];
}

/** Any part of it; its kind decides which members it has. */
interface Part {
  readonly kind: string;
  readonly operation?: string;
  readonly name?: Part;
  readonly alias?: Part;
  readonly variable?: Part;
  readonly type?: Part;
  readonly typeCondition?: Part;
  readonly value?: Part & string;
  readonly defaultValue?: Part;
  readonly selectionSet?: Part;
  readonly variableDefinitions?: readonly Part[];
  readonly definitions?: readonly Part[];
  readonly selections?: readonly Part[];
  readonly arguments?: readonly Part[];
  readonly directives?: readonly Part[];
  readonly values?: readonly Part[];
  readonly fields?: readonly Part[];
}

const written = (part: Part | undefined, before = ''): string => {
  if (part === undefined) return '';
  const write = writers[part.kind];
  if (write === undefined) throw new TypeError(`A document cannot hold a ${part.kind}.`);
  return before + write(part);
};

const listed = (parts: readonly Part[] | undefined, [open = '', close = '']: string): string =>
  parts === undefined || parts.length === 0
    ? ''
    : `${open}${parts.map((part) => written(part)).join(' ')}${close}`;

const directives = (part: Part): string => listed(part.directives, '  ').trimEnd();
const value = (part: Part): string => String(part.value);
const valued = (part: Part): string => `${written(part.name)}: ${written(part.value)}`;

/** The printers of the kinds of parts. */
const writers: Readonly<Record<string, (part: Part) => string>> = {
  Document: (part) => listed(part.definitions, '  ').trim(),
  OperationDefinition: (part) =>
    `${part.operation}${written(part.name, ' ')}${listed(part.variableDefinitions, '()')}${directives(part)}${written(part.selectionSet, ' ')}`,
  FragmentDefinition: (part) =>
    `fragment ${written(part.name)} on ${written(part.typeCondition)}${directives(part)}${written(part.selectionSet, ' ')}`,
  VariableDefinition: (part) =>
    `${written(part.variable)}: ${written(part.type)}${written(part.defaultValue, ' = ')}${directives(part)}`,
  SelectionSet: (part) => listed(part.selections, '{}'),
  Field: (part) =>
    `${part.alias ? `${written(part.alias)}: ` : ''}${written(part.name)}${listed(part.arguments, '()')}${directives(part)}${written(part.selectionSet, ' ')}`,
  FragmentSpread: (part) => `...${written(part.name)}${directives(part)}`,
  InlineFragment: (part) =>
    `...${written(part.typeCondition, ' on ')}${directives(part)}${written(part.selectionSet, ' ')}`,
  Directive: (part) => `@${written(part.name)}${listed(part.arguments, '()')}`,
  Name: value,
  Argument: valued,
  ObjectField: valued,
  Variable: (part) => `$${written(part.name)}`,
  IntValue: value,
  FloatValue: value,
  EnumValue: value,
  BooleanValue: value,
  StringValue: (part) => JSON.stringify(part.value),
  NullValue: () => 'null',
  ListValue: (part) => listed(part.values, '[]') || '[]',
  ObjectValue: (part) => listed(part.fields, '{}') || '{}',
  NamedType: (part) => written(part.name),
  ListType: (part) => `[${written(part.type)}]`,
  NonNullType: (part) => `${written(part.type)}!`,
};

/** The text of a parsed document. */
export const print = (tree: Tree): string => written(tree as Part);
