import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { bodyOf, headersIn, objectIn } from '../gateway/ask.ts';
import { documentOf, operationAt } from '../language/spots.ts';
import { isSecretHeader } from '../work/storage.ts';
import type { Tab } from '../work/work.ts';

/** The tab whose request is copied, and its context. */
export interface CopySource {
  readonly tab: Tab;
  readonly cursor: number;
  /** Null if the gateway does not show it. */
  readonly schema: GraphQLSchema | null;
  /** True if the session of the browser identifies the user. */
  readonly hasSession: boolean;
}

/** The request that a copied text sends. It has no session and no key. */
export interface CopiedRequest {
  readonly url: string;
  readonly query: string;
  readonly document: DocumentNode | null;
  readonly operation: OperationDefinitionNode | null;
  readonly operationName: string | null;
  readonly schema: GraphQLSchema | null;
  /** JSON of the variables that the operation declares, for JavaScript and Python. */
  readonly variables: string;
  /** JSON, with the variables as they were typed. */
  readonly body: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** True if a header has a placeholder for a secret. */
  readonly hasPlaceholder: boolean;
}

/** The header for a key, with a placeholder as its value. */
export const keyHeader = ['x-api-key', 'YOUR_KEY'] as const;

const placeholders: Readonly<Record<string, string>> = {
  [keyHeader[0]]: keyHeader[1],
  authorization: 'Bearer YOUR_SESSION',
};

const withoutSecret = (name: string, value: string): readonly [string, string] =>
  isSecretHeader(name) ? [name, placeholders[name] ?? 'YOUR_VALUE'] : [name, value];

/** The request of a tab, as a copied text sends it to this URL. Throws AskError. */
export const copiedRequest = (
  { tab, cursor, schema, hasSession }: CopySource,
  url: string,
): CopiedRequest => {
  const document = documentOf(tab.query);
  const operation = operationAt(document, cursor);
  const operationName = operation?.name?.value ?? null;
  const given = headersIn(tab.headers);
  if (hasSession && !given.has('authorization')) given.set('authorization', '');
  const { query } = tab;
  return {
    ...{ url, query, document, operation, operationName, schema },
    variables: variablesOf(tab.variables, operation),
    body: bodyOf({ ...tab, operationName }),
    headers: [
      ['content-type', 'application/json'],
      ...[...given].map(([name, value]) => withoutSecret(name, value)),
    ],
    hasPlaceholder: [...given.keys()].some(isSecretHeader),
  };
};

const variablesOf = (text: string, operation: OperationDefinitionNode | null): string => {
  const names = operation?.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
  const values = objectIn(withExactIntegers(text), 'The variables');
  const declared = names.flatMap((name) =>
    Object.hasOwn(values, name) ? [[name, values[name]]] : [],
  );
  return JSON.stringify(Object.fromEntries(declared), null, 2);
};

/** JSON in which integers of more than 53 bits are strings, so that parsing rounds none. */
const withExactIntegers = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
