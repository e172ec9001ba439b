import type { GraphQLNamedType } from 'graphql';
import { declaredVariables } from '../language/declared-variables.ts';
import { answerType } from './answer-type.ts';
import type { CopiedRequest } from './copied-request.ts';
import { declarationsOf, inputType } from './input-types.ts';
import { fetchCallOf, literalOf, printing, templateOf } from './javascript-text.ts';

/**
 * A request as a module of TypeScript that prints its answer. Its types describe the selected
 * fields and the variables; without a schema they are `unknown`.
 */
export const typescriptText = (request: CopiedRequest): string => {
  // Types that are declared by name: printing the declarations may add more.
  const named = new Set<GraphQLNamedType>();
  const types = [
    `export interface Variables ${variablesType(request, named)}`,
    `export type Data = ${answerType(request, named)};`,
    ...declarationsOf(named),
  ];
  return `// TypeScript, as a module of Node, Deno or Bun.
${types.join('\n\n')}

interface Answer {
  readonly data?: Data | null;
  readonly errors?: ReadonlyArray<{ readonly message: string }>;
}

const query = /* GraphQL */ ${templateOf(request.query)};

const variables: Variables = ${literalOf(request.variables)};

${fetchCallOf(request)}
const { data, errors } = (await response.json()) as Answer;
${printing}
`;
};

const variablesType = (
  { operation, schema }: CopiedRequest,
  named: Set<GraphQLNamedType>,
): string => {
  if (schema === null) return '{\n  readonly [name: string]: unknown;\n}';
  const lines = declaredVariables(operation, schema).map(
    ({ name, type, isNeeded }) =>
      `  readonly ${name}${isNeeded ? '' : '?'}: ${inputType(type, named)};\n`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}}`;
};
