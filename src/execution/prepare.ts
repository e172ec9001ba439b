import type { ASTNode, DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import {
  assertValidSchema,
  BREAK,
  GraphQLError,
  Kind,
  MaxIntrospectionDepthRule,
  OperationTypeNode,
  validate,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Checked, Execute } from './compile.ts';
import { compiled, interpreted } from './compile.ts';
import type { CostOf } from './cost.ts';
import { costOf } from './cost.ts';
import type { Counted } from './cost-fields.ts';
import { selectedFields } from './cost-fields.ts';
import { argumentsAt, fragmentsOf, isIntrospection, reachedBy } from './document.ts';
import { refusal } from './errors.ts';
import type { DocumentLimits } from './limits.ts';
import { expandWithin } from './limits.ts';
import { parseWithin } from './parse.ts';
import { createTwin } from './twin.ts';
import type { Coerce } from './variables.ts';
import { coercer } from './variables.ts';

/** A document that was parsed, found within limits, checked and compiled: all that does not depend on a request. */
export interface Prepared {
  readonly name: string | null;
  readonly isMutation: boolean;
  readonly coerce: Coerce;
  readonly costOf: CostOf;
  readonly most: { readonly objects: number; readonly calls: number };
  readonly execute: Execute;
  /** The names of the arguments that were written for the field at a place in the answer. */
  readonly argumentsAt: (path: readonly (string | number)[]) => ReadonlySet<string>;
}

/** Prepares a document, or says why it is refused. Equal documents are prepared once while they are remembered. */
export type Prepare = (
  text: string,
  operationName: string | null,
) => Prepared | readonly GraphQLError[];

export interface PrepareOptions {
  readonly schema: GraphQLSchema;
  readonly limits: DocumentLimits & { readonly calls: number };
  readonly introspection: boolean;
}

const maxRemembered = 1000;
const maxRememberedBytes = 64 * 1024 * 1024;
// What a compiled field weighs, roughly: its program text, its nodes and its place in the cost.
const bytesPerField = 4096;

interface Remembered {
  readonly prepared: Prepared;
  readonly bytes: number;
}

/** `prepare` for a schema. */
export const createPrepare = (options: PrepareOptions): Prepare => {
  assertValidSchema(options.schema);
  const twin = createTwin(options.schema);
  const known = new LRUCache<string, Remembered>({
    max: maxRemembered,
    maxSize: maxRememberedBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  return (text, operationName) => {
    const key = `${operationName ?? ''} ${text}`;
    const before = known.get(key);
    if (before !== undefined) return before.prepared;
    const checked = refusals(() => check(text, operationName, options));
    if (!('operation' in checked)) return checked;
    const { schema, document, operation, fields, selected } = checked;
    const prepared: Prepared = {
      name: operation.name?.value ?? null,
      isMutation: operation.operation === OperationTypeNode.MUTATION,
      coerce: coercer(schema, document, { operation, suggest: options.introspection }),
      costOf: costOf(selected),
      most: options.limits,
      execute: compiled(checked, twin) ?? interpreted(checked),
      argumentsAt: (path) => argumentsAt(operation, checked.fragments, path),
    };
    known.set(key, { prepared, bytes: 4 * text.length + bytesPerField * (fields + 1) });
    return prepared;
  };
};

const refusals = <T>(make: () => T): T | readonly GraphQLError[] => {
  try {
    return make();
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
};

// What stands where an input object belongs may be anything, as the address of a person is.
const withoutLiteral = (message: string): string =>
  message.replace(/^(Expected value of type "[^"]+"), found [\s\S]*$/, '$1.');

const check = (
  text: string,
  operationName: string | null,
  { schema, limits, introspection }: PrepareOptions,
): (Checked & { readonly selected: readonly Counted[] }) | readonly GraphQLError[] => {
  const document = parseWithin(text, limits);
  const operation = operationOf(document, operationName);
  const expansions = expandWithin(document, limits);
  const fragments = fragmentsOf(document);
  const introspects = document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      reachedBy(definition, fragments).some(describesSchema),
  );
  if (introspects) introspectionWithin(schema, document, introspection);
  const errors = validate(schema, document, undefined, {
    maxErrors: 5,
    hideSuggestions: !introspection,
  });
  if (errors.length > 0) {
    return errors.map(({ message, nodes }) =>
      refusal('GRAPHQL_VALIDATION_FAILED', withoutLiteral(message), { nodes }),
    );
  }
  if (!schema.getRootType(operation.operation)) {
    throw refusal('GRAPHQL_VALIDATION_FAILED', `This schema has no ${operation.operation}.`);
  }
  const fields = expansions.get(operation)?.fields ?? 0;
  const selected = selectedFields({ schema, fragments }, operation);
  const isMixed = selected.some((field) => field.isMixed);
  return { schema, document, operation, fragments, fields, selected, isMixed };
};

const operationOf = (document: DocumentNode, name: string | null): OperationDefinitionNode => {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const [only] = operations;
  if (only === undefined) throw refusal('BAD_REQUEST', 'The document has no operation.');
  if (name === null && operations.length > 1) {
    throw refusal(
      'BAD_REQUEST',
      'The document has several operations; say which one in operationName.',
    );
  }
  const found = name === null ? only : operations.find((one) => one.name?.value === name);
  if (found === undefined) {
    throw refusal('BAD_REQUEST', 'The document has no operation of the name in operationName.');
  }
  return found;
};

const describesSchema = (definition: ASTNode): boolean => {
  let found = false;
  visit(definition, {
    Field: (field) => {
      if (!isIntrospection(field)) return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
};

const introspectionWithin = (
  schema: GraphQLSchema,
  document: DocumentNode,
  isOn: boolean,
): void => {
  if (!isOn) {
    throw refusal(
      'INTROSPECTION_DISABLED',
      'Introspection is off here (INTROSPECTION). The schema is in the file schema.graphql.',
    );
  }
  const [tooDeep] = validate(schema, document, [MaxIntrospectionDepthRule]);
  if (tooDeep !== undefined) {
    throw refusal('DEPTH_LIMIT_EXCEEDED', `${tooDeep.message}. Ask for types by name instead.`);
  }
};
