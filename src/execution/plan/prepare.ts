import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import { assertValidSchema, GraphQLError, Kind, OperationTypeNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { refusal } from '../../errors.ts';
import { liftLiterals } from './lifted-literals.ts';
import type { DocumentLimits } from './limits.ts';
import { type Fragments, measureWithin } from './measure.ts';
import { parseWithin, stripTokens } from './parse.ts';
import { type Plan, planSelections } from './plan.ts';
import { validateWithin } from './validate.ts';
import { createCoerce } from './variables.ts';

/**
 * Makes the plan of a document, or returns the errors for which it is refused. Plans are cached by
 * text and operation name.
 */
export interface Prepare {
  (text: string, operationName: string | null): Plan | readonly GraphQLError[];
  /** The plan if it is cached; to make one takes up to a millisecond for each kilobyte. */
  readonly cached: (text: string, operationName: string | null) => Plan | null;
}

interface PrepareOptions {
  readonly schema: GraphQLSchema;
  readonly limits: DocumentLimits;
  readonly introspection: boolean;
}

const maxRemembered = 1000;
const maxRememberedBytes = 32 * 1024 * 1024;

/** Creates `prepare` for a schema, with a cache of up to 1,000 plans and an estimated 32 MiB. */
export const createPrepare = (options: PrepareOptions): Prepare => {
  assertValidSchema(options.schema);
  const plans = new LRUCache<string, Plan>({
    max: maxRemembered,
    maxSize: maxRememberedBytes,
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length,
  });
  const keyOf = (text: string, operationName: string | null): string =>
    `${operationName ?? ''} ${text}`;
  const prepare = (text: string, operationName: string | null) => {
    const planned = catchRefusal(() => planOf(text, operationName, options));
    if ('bytes' in planned) plans.set(keyOf(text, operationName), planned);
    return planned;
  };
  const cached: Prepare['cached'] = (text, operationName) =>
    plans.get(keyOf(text, operationName)) ?? null;
  return Object.assign(
    (...args: Parameters<typeof prepare>) => cached(...args) ?? prepare(...args),
    { cached },
  );
};

const catchRefusal = <T>(make: () => T): T | readonly GraphQLError[] => {
  try {
    return make();
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
};

const planOf = (
  text: string,
  operationName: string | null,
  { schema, limits, introspection }: PrepareOptions,
): Plan | readonly GraphQLError[] => {
  const parsed = parseWithin(text, limits);
  const requested = findOperation(parsed, operationName);
  const fragments = collectFragments(parsed);
  measureWithin(requested, fragments, limits);
  const { document, node, literals } = liftLiterals(schema, parsed, requested);
  const uses = validateWithin(
    schema,
    { document, operation: node },
    { introspection, directives: limits.directives },
  );
  if (!('nonNull' in uses)) return uses;
  const definitions = node.variableDefinitions ?? [];
  const declared = definitions.map(({ variable }) => variable.name.value);
  const { selectionFor, bytes } = planSelections({
    schema,
    node,
    fragments,
    conditions: declared.filter((name) => uses.conditions.has(name)),
    isIncremental: uses.isIncremental,
  });
  stripTokens(document);
  return {
    schema,
    name: node.name?.value ?? null,
    isMutation: node.operation === OperationTypeNode.MUTATION,
    coerce: createCoerce(schema, definitions, {
      uses,
      suggest: introspection,
      isMutation: node.operation === OperationTypeNode.MUTATION,
      literals,
    }),
    selectionFor,
    limits,
    bytes: bytes + 2000 * (1 + definitions.length),
  };
};

const findOperation = (document: DocumentNode, name: string | null): OperationDefinitionNode => {
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

const collectFragments = (document: DocumentNode): Fragments => {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  return fragments;
};
