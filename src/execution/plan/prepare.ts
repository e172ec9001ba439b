import {
  type ASTNode,
  assertValidSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  Source,
  TokenKind,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { refusal } from '../../errors/errors.ts';
import { liftLiterals } from './lifted-literals.ts';
import { type DocumentLimits, type Fragments, measureWithin } from './measure.ts';
import { type Plan, planSelections } from './plan.ts';
import { validateWithin } from './validate.ts';
import { createCoerce } from './variables.ts';

/**
 * Makes the plan of a document, or returns the errors for which it is refused. Plans are cached by
 * text and operation name. The steps of `prepare` are also available separately, for servers whose
 * plugins run between them.
 */
export interface Prepare {
  (text: string, operationName: string | null): Plan | readonly GraphQLError[];
  /** The cached plan, or null. Planning takes up to a millisecond for each kilobyte. */
  readonly cached: (text: string, operationName: string | null) => Plan | null;
  /** Throws a refusal if the text is no document, is too large or lacks the operation. */
  readonly parse: (text: string, operationName: string | null) => DocumentNode;
  /** Plans an operation of a document, or returns its errors. Throws a refusal above a limit. */
  readonly plan: (
    document: DocumentNode,
    operationName: string | null,
  ) => Plan | readonly GraphQLError[];
  /** Caches the plan of a text. */
  readonly keep: (text: string, operationName: string | null, plan: Plan) => void;
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
  // Most requests name no operation: their texts are keys as they are.
  const keyOf = (text: string, operationName: string | null): string =>
    operationName === null ? text : `${operationName}\0${text}`;
  const cached: Prepare['cached'] = (text, operationName) =>
    plans.get(keyOf(text, operationName)) ?? null;
  const keep: Prepare['keep'] = (text, operationName, plan) =>
    void plans.set(keyOf(text, operationName), plan);
  const parse: Prepare['parse'] = (text, operationName) => {
    const document = parseWithin(text, options.limits);
    findOperation(document, operationName);
    return document;
  };
  const plan: Prepare['plan'] = (document, operationName) =>
    planOf(document, operationName, options);
  const prepare = (text: string, operationName: string | null) => {
    const known = cached(text, operationName);
    if (known !== null) return known;
    const planned = catchRefusal(() => plan(parse(text, operationName), operationName));
    if ('bytes' in planned) keep(text, operationName, planned);
    return planned;
  };
  return Object.assign(prepare, { cached, parse, plan, keep });
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
  parsed: DocumentNode,
  operationName: string | null,
  { schema, limits, introspection }: PrepareOptions,
): Plan | readonly GraphQLError[] => {
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
  if (document !== parsed) stripTokens(parsed);
  return {
    schema,
    document: parsed,
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
      'The document has several operations. Choose one with operationName.',
    );
  }
  const requested = name === null ? only : operations.find((one) => one.name?.value === name);
  if (requested === undefined) {
    throw refusal('BAD_REQUEST', 'The document has no operation with the name in operationName.');
  }
  return requested;
};

const collectFragments = (document: DocumentNode): Fragments => {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  return fragments;
};

// The parser and all visitors recurse at brackets. No document within LIMIT_DEPTH needs so many.
const maxBrackets = 200;

/** Parses a document. Throws a coded error if it is invalid, too long or too deeply nested. */
export const parseWithin = (text: string, limits: DocumentLimits): DocumentNode => {
  const source = new Source(text);
  scan(source, limits);
  return withCode(() => parse(source));
};

const withCode = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    const { message, nodes, source, positions } = error as GraphQLError;
    const refused = refusal('GRAPHQL_PARSE_FAILED', message, { nodes: nodes ?? undefined });
    Object.assign(refused, { source, positions, locations: (error as GraphQLError).locations });
    throw refused;
  }
};

const opening = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

// Counting tokens takes 2% of the time of parsing, so it comes first and refuses documents that are
// too large or too deep.
const scan = (source: Source, limits: DocumentLimits): void => {
  const lexer = new Lexer(source);
  let open = 0;
  let tokens = 0;
  while (withCode(() => lexer.advance()).kind !== TokenKind.EOF) {
    const { kind } = lexer.token;
    if (opening.has(kind)) open += 1;
    if (closing.has(kind)) open -= 1;
    tokens += 1;
    if (tokens > limits.tokens) {
      throw refusal(
        'TOKEN_LIMIT_EXCEEDED',
        `The document has more than LIMIT_TOKENS (${limits.tokens}) tokens. Split it into several requests.`,
      );
    }
    if (open > maxBrackets) {
      throw refusal(
        'DEPTH_LIMIT_EXCEEDED',
        `The document nests brackets more than ${maxBrackets} deep. Flatten it.`,
      );
    }
  }
};

/**
 * Removes the tokens from a document that is cached, because they are most of its size. Only the
 * positions of fields remain, which errors show.
 */
const stripTokens = (node: ASTNode): void => {
  const { loc } = node;
  if (node.kind === Kind.FIELD && loc !== undefined) {
    const { start, source, startToken } = loc;
    const { line, column } = startToken;
    Reflect.set(node, 'loc', { start, source, startToken: { line, column } });
  } else {
    Reflect.deleteProperty(node, 'loc');
  }
  for (const member of Object.values(node)) {
    for (const child of Array.isArray(member) ? member : [member]) {
      if (isNode(child)) stripTokens(child);
    }
  }
};

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'kind' in value;
