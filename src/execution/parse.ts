import type { DocumentNode, GraphQLError } from 'graphql';
import { Lexer, parse, Source, TokenKind } from 'graphql';
import { refusal } from './errors.ts';
import type { DocumentLimits } from './limits.ts';

// Deeper brackets than any document within LIMIT_DEPTH needs; parsers and visitors recurse on them.
const maxBrackets = 200;

/** Parses a document of bounded size; throws a coded error. */
export const parseWithin = (text: string, limits: DocumentLimits): DocumentNode => {
  const source = new Source(text);
  scan(source, limits.tokens);
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.queryBytes) {
    throw refusal(
      'PAYLOAD_TOO_LARGE',
      `The query has ${bytes} bytes, more than LIMIT_QUERY_BYTES (${limits.queryBytes}). Move values into variables.`,
      { status: 413 },
    );
  }
  return syntax(() => parse(source));
};

const syntax = <T>(read: () => T): T => {
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

const scan = (source: Source, maxTokens: number): void => {
  const lexer = new Lexer(source);
  let open = 0;
  let tokens = 0;
  while (syntax(() => lexer.advance()).kind !== TokenKind.EOF) {
    const { kind } = lexer.token;
    if (opening.has(kind)) open += 1;
    if (closing.has(kind)) open -= 1;
    tokens += 1;
    if (tokens > maxTokens) {
      throw refusal(
        'TOKEN_LIMIT_EXCEEDED',
        `The document has more than LIMIT_TOKENS (${maxTokens}) tokens. Ask for less in one request.`,
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
