import {
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  MaxIntrospectionDepthRule,
  type OperationDefinitionNode,
  specifiedRules,
  type ValidationContext,
  validate,
} from 'graphql';
import { refusal } from '../../errors/errors.ts';
import { deferDirective, streamDirective } from '../../resolvers/incremental-directives.ts';
import { isChecked, isPersonal } from './input-types.ts';
import { describing } from './measure.ts';

/** The variables, by name, and the directives of a document, as validation found them. */
export interface VariableUses {
  /**
   * Variables at positions that do not allow null. A nullable variable with a default passes
   * validation there, so an explicit null is refused when the variables are coerced.
   */
  readonly nonNull: ReadonlySet<string>;
  /** Variables that are, contain or accompany identifiers of people: no message repeats them. */
  readonly personal: ReadonlySet<string>;
  /** Variables with a use other than as a member of an input that its write checks itself. */
  readonly unchecked: ReadonlySet<string>;
  /** Variables in conditions of `@skip`, `@include`, `@defer` or `@stream`. */
  readonly conditions: ReadonlySet<string>;
  /** True if the document has `@defer` or `@stream`. */
  readonly isIncremental: boolean;
}

interface ValidateOptions {
  readonly introspection: boolean;
  readonly directives: number;
}

/** A document and the requested operation in it. */
interface Parsed {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

const maxErrors = 5;

/**
 * Validates a document. Returns up to 5 errors if it is invalid. Throws a coded error if
 * introspection is off or too deep, or if one spot has too many directives.
 */
export const validateWithin = (
  schema: GraphQLSchema,
  { document, operation }: Parsed,
  options: ValidateOptions,
): VariableUses | readonly GraphQLError[] => {
  const uses = noUses();
  const rules = [
    (): ASTVisitor => limitDirectives(options.directives),
    (context: ValidationContext) => guardIntrospection(context, options.introspection),
    ...specifiedRules.map((rule) =>
      rule === FieldsOnCorrectTypeRule && options.introspection ? fieldsRule : rule,
    ),
    incrementalRule,
    (context: ValidationContext) => recordUses(context, operation, uses),
  ];
  const errors = validate(schema, document, rules, {
    maxErrors,
    hideSuggestions: !options.introspection,
  });
  if (errors.length === 0) return uses;
  return errors.map(({ message, nodes }) =>
    refusal('GRAPHQL_VALIDATION_FAILED', withoutLiteral(message), { nodes }),
  );
};

// If an input object was expected, the message quotes the literal, which could be an identifier of
// a person.
const withoutLiteral = (message: string): string =>
  message.replace(/^(Expected value of type "[^"]+"), found [\s\S]*$/, '$1.');

const limitDirectives = (limit: number): ASTVisitor => ({
  enter: (node: ASTNode) => {
    const count = 'directives' in node ? (node.directives?.length ?? 0) : 0;
    if (count <= limit) return;
    throw refusal(
      'DIRECTIVE_LIMIT_EXCEEDED',
      `One place has ${count} directives, more than LIMIT_DIRECTIVES (${limit}). Use each once.`,
      { nodes: [node] },
    );
  },
});

const introspectionFields: ReadonlySet<string> = new Set([
  ...describing,
  // A field of federation that contains the whole schema.
  '_service',
]);

const guardIntrospection = (context: ValidationContext, isOn: boolean): ASTVisitor => {
  // The rule reports an ordinary validation error. This turns it into a refusal with its own code.
  const refusing = Object.create(context, {
    reportError: {
      value: ({ message }: GraphQLError) => {
        throw refusal('DEPTH_LIMIT_EXCEEDED', `${message}. Query types by name instead.`);
      },
    },
  }) as ValidationContext;
  if (isOn) return MaxIntrospectionDepthRule(refusing);
  return {
    Field: ({ name }) => {
      if (!introspectionFields.has(name.value)) return;
      throw refusal(
        'INTROSPECTION_DISABLED',
        'Introspection is off here (INTROSPECTION). The schema is in the file schema.graphql.',
      );
    },
  };
};

const noUses = () => ({
  nonNull: new Set<string>(),
  personal: new Set<string>(),
  unchecked: new Set<string>(),
  conditions: new Set<string>(),
  isIncremental: false,
});

const recordUses = (
  context: ValidationContext,
  operation: OperationDefinitionNode,
  uses: ReturnType<typeof noUses>,
): ASTVisitor => {
  const personal = isPersonal(context.getSchema());
  return {
    OperationDefinition: (node) => {
      if (node !== operation) return;
      for (const { variable, type } of node.variableDefinitions ?? []) {
        if (personal.definition(type)) uses.personal.add(variable.name.value);
      }
      for (const use of context.getRecursiveVariableUsages(node)) {
        const { value: name } = use.node.name;
        if (isNonNullType(use.type)) uses.nonNull.add(name);
        if (!isChecked(getNullableType(use.parentType))) uses.unchecked.add(name);
        if (personal.holder(use.parentType)) uses.personal.add(name);
      }
    },
    Directive: ({ name, arguments: given = [] }) => {
      if (incrementalDirectives.has(name.value)) uses.isIncremental = true;
      else if (!conditionDirectives.has(name.value)) return;
      for (const argument of given) {
        const { value } = argument;
        if (argument.name.value !== 'if' || value.kind !== Kind.VARIABLE) continue;
        uses.conditions.add(value.name.value);
      }
    },
  };
};

const incrementalDirectives: ReadonlySet<string> = new Set([
  deferDirective.name,
  streamDirective.name,
]);

const conditionDirectives: ReadonlySet<string> = new Set([
  GraphQLSkipDirective.name,
  GraphQLIncludeDirective.name,
]);

/** The rule for `@defer` and `@stream`: only lists are streamed, labels are unique literals. */
const incrementalRule = (context: ValidationContext): ASTVisitor => {
  const labels = new Set<string>();
  return {
    Directive: (node) => {
      const { value: name } = node.name;
      if (!incrementalDirectives.has(name)) return;
      const refuse = (message: string) =>
        context.reportError(new GraphQLError(message, { nodes: node }));
      const type = context.getFieldDef()?.type;
      if (name === streamDirective.name && type && !isListType(getNullableType(type))) {
        refuse('Directive "@stream" is for lists.');
      }
      const label = node.arguments?.find((argument) => argument.name.value === 'label')?.value;
      if (label === undefined || label.kind === Kind.NULL) return;
      if (label.kind !== Kind.STRING) {
        refuse(`The label of "@${name}" must be written out.`);
        return;
      }
      if (labels.has(label.value)) refuse('Two labels of "@defer" and "@stream" are equal.');
      labels.add(label.value);
    },
  };
};

/** The rule for selected fields. At the root its error names the ways to a field of an account. */
const fieldsRule = (context: ValidationContext): ASTVisitor => {
  const root = context.getSchema().getQueryType();
  const reportError = (error: GraphQLError): void => {
    const [node] = error.nodes ?? [];
    const name =
      node?.kind === Kind.FIELD && context.getParentType() === root ? node.name.value : '';
    const ways = waysTo(name, context.getSchema()).map((way) => `"${way}"`);
    if (ways.length === 0) return void context.reportError(error);
    const message = `Cannot query field "${name}" on type "${root}". Did you mean ${ways.join(' or ')}?`;
    context.reportError(new GraphQLError(message, { nodes: error.nodes ?? null }));
  };
  return FieldsOnCorrectTypeRule(Object.create(context, { reportError: { value: reportError } }));
};

/** The selections that lead from the root to a field of an account. */
const waysTo = (name: string, schema: GraphQLSchema): readonly string[] => {
  const { account, node } = schema.getQueryType()?.getFields() ?? {};
  const type = getNamedType(account?.type);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (field === undefined) return [];
  const required = field.args.filter(isRequiredArgument).map((argument) => `${argument.name}:`);
  const ofAccount = `account(id:) { ${name}${required.length > 0 ? `(${required.join(', ')})` : ''} }`;
  const [row, anyNode] = [getNamedType(field.type), getNamedType(node?.type)];
  const isNode = isAbstractType(anyNode) && isObjectType(row) && schema.isSubType(anyNode, row);
  return isNode ? ['node(id:)', ofAccount] : [ofAccount];
};
