import type { ASTNode, DocumentNode, GraphQLError } from 'graphql';
import { Kind, Lexer, parse, Source, TokenKind } from 'graphql';
import { refusal } from '../../errors/errors.ts';
import type { DocumentLimits } from './limits.ts';

// The parser and all visitors recurse at brackets. No document within LIMIT_DEPTH needs so many.
const maxBrackets = 200;

/**
 * Parses a document. Throws a coded error if it is not valid GraphQL or has too many tokens or
 * nested brackets.
 */
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
export const stripTokens = (node: ASTNode): void => {
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
