import type { GraphQLSchema, GraphQLType, NamedTypeNode, VariableDefinitionNode } from 'graphql';
import {
  coerceInputValue,
  GraphQLError,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isListType,
  isNamedType,
  isNonNullType,
  Kind,
  typeFromAST,
} from 'graphql';
import { argumentPath, refusal } from '../../errors/errors.ts';
import type { FaultFacts } from '../../upstream/catalogue/language/problem.ts';
import type { Values } from '../../upstream/catalogue/language/values.ts';
import { memberMissing, withheld } from './input-types.ts';
import { factsAt, readUpTo } from './lifted-literals.ts';
import type { VariableUses } from './validate.ts';

/** Coerces variables for fields; errors name the variable and the position in it. */
export type Coerce = (
  raw: Values,
) => { readonly values: Values } | { readonly errors: readonly GraphQLError[] };

interface CoerceOptions {
  readonly uses: VariableUses;
  readonly suggest: boolean;
  readonly isMutation: boolean;
  /** The values of the variables that replaced literals. */
  readonly literals: Values;
}

const noVariables = Object.freeze({ values: Object.freeze({}) });
const maxErrors = 5;
const maxMessage = 400;

/**
 * Creates the coercion of an operation's variables. It is that of graphql-js, with argument paths
 * in the errors. In a mutation, values that do not fit are left to writes that check them.
 */
export const createCoerce = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  { uses, suggest, isMutation, literals }: CoerceOptions,
): Coerce => {
  const { personal } = uses;
  const nonNull = definitions.flatMap(({ type, variable: { name } }) =>
    type.kind !== Kind.NON_NULL_TYPE && uses.nonNull.has(name.value) ? [name.value] : [],
  );
  if (definitions.length === 0) return () => noVariables;
  const coercePlain = createCoercePlain(schema, definitions);
  const shortened = createShortened(schema, definitions);
  const hasLiterals = Object.keys(literals).length > 0;
  const written = definitions.filter(({ variable: { name } }) => !(name.value in literals));
  return (given) => {
    const raw = hasLiterals ? { ...shortened(given), ...literals } : shortened(given);
    const plain = coercePlain(raw);
    if (plain !== null) return { values: plain };
    const { coerced, errors } = getVariableValues(schema, definitions, raw, {
      maxErrors,
      hideSuggestions: !suggest,
    });
    const values =
      coerced ?? (isMutation ? valuesThatFit(schema, definitions, { raw, uses }) : null);
    if (values === null)
      return { errors: explain(schema, written, { raw, errors, suggest, personal }) };
    for (const name of nonNull) {
      if (values[name] === null) {
        const message = `Variable "$${name}" must not be null where it is used.`;
        return { errors: [refused(message, [name], required)] };
      }
    }
    return { values };
  };
};

/** The variables of a mutation whose writes check the values; null if GraphQL has to refuse. */
const valuesThatFit = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  { raw, uses }: { readonly raw: Values; readonly uses: VariableUses },
): Values | null => {
  const values: Record<string, unknown> = {};
  for (const definition of definitions) {
    const { value: name } = definition.variable.name;
    const type = typeFromAST(schema, definition.type);
    const { coerced } = getVariableValues(schema, [definition], raw);
    if (coerced !== undefined) {
      Object.assign(values, coerced);
      continue;
    }
    if (!isInputType(type) || name === '__proto__') return null;
    const mayBeUnread = !uses.unchecked.has(name);
    const read = readUpTo(Object.hasOwn(raw, name) ? raw[name] : null, type, mayBeUnread);
    if (read === null) return null;
    values[name] = read.value;
  }
  return values;
};

/** True for a value that coercion does not change. */
type IsPlain = (value: unknown) => boolean;

const isText: IsPlain = (value) => typeof value === 'string';
const plain: Readonly<Record<string, IsPlain>> = {
  ID: isText,
  String: isText,
  Int: (value) => typeof value === 'number' && (value | 0) === value,
  Boolean: (value) => typeof value === 'boolean',
};

const plainOf = (type: GraphQLType | undefined): IsPlain | undefined => {
  if (isNonNullType(type)) return plainOf(type.ofType);
  if (!isListType(type)) return isNamedType(type) ? plain[type.name] : undefined;
  const isItem = plainOf(type.ofType);
  return isItem && ((value) => Array.isArray(value) && value.every(isItem));
};

// The fast path: most requests have plain values of the declared types. The function returns null
// if a value needs coercion.
const createCoercePlain = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
) => {
  const tests = definitions.map(({ variable, type }) => ({
    name: variable.name.value,
    isPlain: plainOf(typeFromAST(schema, type as NamedTypeNode)),
  }));
  return (raw: Values): Values | null => {
    const values: Record<string, unknown> = {};
    for (const { name, isPlain } of tests) {
      // An assignment to __proto__ would not create a member.
      if (name === '__proto__' || !Object.hasOwn(raw, name)) return null;
      if (isPlain?.(raw[name]) !== true) return null;
      values[name] = raw[name];
    }
    return values;
  };
};

const required = { reason: 'REQUIRED' } as const;

const refused = (
  message: string,
  path: readonly (string | number)[],
  facts: FaultFacts = {},
): GraphQLError =>
  refusal(
    'BAD_USER_INPUT',
    message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message,
    { extensions: { argument: argumentPath(path), ...facts } },
  );

interface Refused {
  readonly raw: Values;
  readonly errors: readonly GraphQLError[] | undefined;
  readonly suggest: boolean;
  /** The variables whose values no message may repeat. */
  readonly personal: ReadonlySet<string>;
}

const explain = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  { raw, errors = [], suggest, personal }: Refused,
): readonly GraphQLError[] => {
  const found = definitions.flatMap((definition) => {
    const { value: name } = definition.variable.name;
    const type = typeFromAST(schema, definition.type);
    if (!isInputType(type) || !Object.hasOwn(raw, name)) return [];
    const redactMessage = withheld(schema, type);
    return coercionErrors(raw[name], (onError) => {
      coerceInputValue(raw[name], type, onError, !suggest);
    }).map(({ path, message }) => {
      const shown = redactMessage(message, path, personal.has(name));
      const at = [name, ...path, ...memberNamed(message, personal.has(name))];
      // If introspection is off, no error lists the values of an enumeration.
      const { allowed, ...facts } = factsAt(type, path, message);
      const extensions = { ...facts, ...(suggest && allowed !== undefined && { allowed }) };
      return refused(`Variable "$${argumentPath([name, ...path])}": ${shown}`, at, extensions);
    });
  });
  const missing = errors.flatMap((error) => {
    const [node] = error.nodes ?? [];
    const name = node?.kind === 'VariableDefinition' ? node.variable.name.value : null;
    if (name === null || (Object.hasOwn(raw, name) && raw[name] !== null)) return [];
    return [refused(error.message, [name], required)];
  });
  const all = [...missing, ...found];
  return (all.length === 0 ? errors.map(({ message }) => refused(message, [])) : all).slice(
    0,
    maxErrors,
  );
};

// For a missing or unknown member, the path in graphql-js is that of the object; only the message
// names the member.
const memberNamed = (message: string, isPersonal: boolean): readonly string[] => {
  const missing = memberMissing(message);
  // An unknown name is text of the caller, which could be an identifier of a person.
  const [, unknown] =
    (!isPersonal && /^Field "(.*)" is not defined by type "/s.exec(message)) || [];
  return [missing ?? unknown ?? []].flat();
};

interface CoercionError {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
type OnError = Parameters<typeof coerceInputValue>[2];

/** The first errors that coercion reports, up to the number that is shown. */
const coercionErrors = (
  value: unknown,
  coerce: (onError: OnError) => void,
): readonly CoercionError[] => {
  // Null for the whole variable is reported by `getVariableValues`, with the type of the variable.
  if (value === null) return [];
  const found: CoercionError[] = [];
  const enough = new GraphQLError('enough');
  try {
    coerce((path, _value, { message }) => {
      found.push({ path, message });
      if (found.length === maxErrors) throw enough;
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return found;
};

/**
 * Shortens lists that are too long for their endpoint. They will be refused anyway, and coercing
 * them whole takes long. If an endpoint takes 500 operations, 501 of 200,001 are kept.
 */
const createShortened = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): ((raw: Values) => Values) => {
  const lists = definitions.flatMap(({ variable: { name }, type }) => {
    const input = getNullableType(typeFromAST(schema, type as NamedTypeNode));
    if (!isInputObjectType(input)) return [];
    return Object.values(input.getFields()).flatMap(({ name: list, extensions: { maxItems } }) =>
      maxItems === undefined ? [] : [{ variable: name.value, list, maxItems }],
    );
  });
  return (raw) => {
    let values = raw;
    for (const { variable, list, maxItems } of lists) {
      const input = raw[variable] as Values | null | undefined;
      const items = input?.[list];
      if (!Array.isArray(items) || items.length <= maxItems) continue;
      values = { ...values, [variable]: { ...input, [list]: items.slice(0, maxItems + 1) } };
    }
    return values;
  };
};
