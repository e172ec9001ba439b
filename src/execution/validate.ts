import type {
  ASTNode,
  ASTVisitor,
  DocumentNode,
  GraphQLError,
  GraphQLSchema,
  OperationDefinitionNode,
  ValidationContext,
} from 'graphql';
import {
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isNonNullType,
  Kind,
  MaxIntrospectionDepthRule,
  SchemaMetaFieldDef,
  specifiedRules,
  TypeMetaFieldDef,
  validate,
} from 'graphql';
import { refusal } from '../errors.ts';
import { deferDirective, streamDirective } from '../resolvers/incremental-directives.ts';
import { isPersonal } from '../resolvers/personal-inputs.ts';
import { incrementalRule } from './incremental-rule.ts';

/** What validation saw of a document's variables and directives. */
export interface VariableUses {
  /** Variables that stand where null cannot: with a default they pass validation, and executors differ on an explicit null. */
  readonly strict: ReadonlySet<string>;
  /** Variables whose values are, hold or stand beside identifiers of people. */
  readonly personal: ReadonlySet<string>;
  /** Variables that decide whether fields are included. */
  readonly conditions: ReadonlySet<string>;
  /** Whether `@defer` or `@stream` is anywhere in it. */
  readonly isIncremental: boolean;
}

interface Options {
  readonly introspection: boolean;
  readonly directives: number;
}

/** A document, and the operation in it that is asked for. */
interface Parsed {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

const maxErrors = 5;

/** Validates a document; throws a coded error for what is refused, and gives every error of what is invalid. */
export const validateWithin = (
  schema: GraphQLSchema,
  { document, operation }: Parsed,
  options: Options,
): VariableUses | readonly GraphQLError[] => {
  const uses = {
    strict: new Set<string>(),
    personal: new Set<string>(),
    conditions: new Set<string>(),
    isIncremental: false,
  };
  const rules = [
    (): ASTVisitor => limitDirectives(options.directives),
    (context: ValidationContext) => guardIntrospection(context, options.introspection),
    ...specifiedRules,
    incrementalRule,
    (context: ValidationContext) => noteUses(context, operation, uses),
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

// What stands where an input object belongs may be anything, as the address of a person is.
const withoutLiteral = (message: string): string =>
  message.replace(/^(Expected value of type "[^"]+"), found [\s\S]*$/, '$1.');

const limitDirectives = (limit: number): ASTVisitor => ({
  enter: (node: ASTNode) => {
    const count = 'directives' in node ? (node.directives?.length ?? 0) : 0;
    if (count <= limit) return;
    throw refusal(
      'DIRECTIVE_LIMIT_EXCEEDED',
      `There are ${count} directives at one place, more than LIMIT_DIRECTIVES (${limit}). One of each is enough.`,
      { nodes: [node] },
    );
  },
});

const introspective: ReadonlySet<string> = new Set([
  SchemaMetaFieldDef.name,
  TypeMetaFieldDef.name,
  // What a router's composer asks for, which is the schema too.
  '_service',
]);

const guardIntrospection = (context: ValidationContext, isOn: boolean): ASTVisitor => {
  // The rule would report what we refuse with a code of its own.
  const refusing = Object.create(context, {
    reportError: {
      value: ({ message }: GraphQLError) => {
        throw refusal('DEPTH_LIMIT_EXCEEDED', `${message}. Ask for types by name instead.`);
      },
    },
  }) as ValidationContext;
  if (isOn) return MaxIntrospectionDepthRule(refusing);
  return {
    Field: ({ name }) => {
      if (!introspective.has(name.value)) return;
      throw refusal(
        'INTROSPECTION_DISABLED',
        'Introspection is off here (INTROSPECTION). The schema is in the files schema.graphql and subgraph.graphql.',
      );
    },
  };
};

interface Uses {
  readonly strict: Set<string>;
  readonly personal: Set<string>;
  readonly conditions: Set<string>;
  isIncremental: boolean;
}

const noteUses = (
  context: ValidationContext,
  operation: OperationDefinitionNode,
  uses: Uses,
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
        if (isNonNullType(use.type)) uses.strict.add(name);
        if (personal.holder(use.parentType)) uses.personal.add(name);
      }
    },
    Directive: ({ name, arguments: given = [] }) => {
      if (incremental.has(name.value)) uses.isIncremental = true;
      else if (!conditional.has(name.value)) return;
      for (const argument of given) {
        const { value } = argument;
        if (argument.name.value !== 'if' || value.kind !== Kind.VARIABLE) continue;
        uses.conditions.add(value.name.value);
      }
    },
  };
};

const incremental: ReadonlySet<string> = new Set([deferDirective.name, streamDirective.name]);

const conditional: ReadonlySet<string> = new Set([
  GraphQLSkipDirective.name,
  GraphQLIncludeDirective.name,
]);
