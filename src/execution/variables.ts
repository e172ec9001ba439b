import type { GraphQLSchema, GraphQLType, NamedTypeNode, VariableDefinitionNode } from 'graphql';
import {
  coerceInputValue,
  GraphQLError,
  getVariableValues,
  isInputType,
  isListType,
  isNamedType,
  isNonNullType,
  Kind,
  typeFromAST,
} from 'graphql';
import { argumentPath, refusal } from '../errors.ts';
import { withheld } from '../resolvers/personal-inputs.ts';
import type { VariableUses } from './validate.ts';

type Values = Readonly<Record<string, unknown>>;

/** Turns a request's variables into the values that fields receive, or says what is wrong with which of them. */
export type Coerce = (
  raw: Values,
) => { readonly values: Values } | { readonly errors: readonly GraphQLError[] };

const noVariables = Object.freeze({ values: Object.freeze({}) });
const maxErrors = 5;
// Inputs that hold themselves have no other bound, and all that reads them recurses.
const maxNesting = 64;
// No input type has a tenth of that.
const maxMembers = 1000;
const maxMessage = 400;

/** The coercion of an operation's variables. graphql-js does it; this adds the path of what it refuses. */
export const createCoerce = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  { uses, suggest }: { readonly uses: VariableUses; readonly suggest: boolean },
): Coerce => {
  const { personal } = uses;
  const strict = definitions.flatMap(({ type, variable: { name } }) =>
    type.kind !== Kind.NON_NULL_TYPE && uses.strict.has(name.value) ? [name.value] : [],
  );
  if (definitions.length === 0) return () => noVariables;
  const quick = quickCoerce(schema, definitions);
  return (raw) => {
    const plain = quick(raw);
    if (plain !== null) return { values: plain };
    for (const [name, value] of Object.entries(raw)) {
      const problem = unwieldy(value, maxNesting);
      if (problem !== null) return { errors: [refused(`Variable "$${name}" ${problem}.`, [name])] };
    }
    const { coerced, errors } = getVariableValues(schema, definitions, raw, {
      maxErrors,
      hideSuggestions: !suggest,
    });
    if (errors !== undefined)
      return { errors: explained(schema, definitions, { raw, errors, suggest, personal }) };
    for (const name of strict) {
      if (coerced[name] === null) {
        return {
          errors: [refused(`Variable "$${name}" must not be null where it is used.`, [name])],
        };
      }
    }
    return { values: coerced };
  };
};

/** True for a value that coercion leaves as it is. */
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

// MostCalls requests bring texts and numbers of the types that were declared, and coercion has nothing to do.
const quickCoerce = (schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[]) => {
  const tests = definitions.map(({ variable, type }) => ({
    name: variable.name.value,
    isPlain: plainOf(typeFromAST(schema, type as NamedTypeNode)),
  }));
  return (raw: Values): Values | null => {
    const values: Record<string, unknown> = {};
    for (const { name, isPlain } of tests) {
      // What is assigned to __proto__ would be no member.
      if (name === '__proto__' || !Object.hasOwn(raw, name)) return null;
      if (isPlain?.(raw[name]) !== true) return null;
      values[name] = raw[name];
    }
    return values;
  };
};

/** Why a value is not even looked at by coercion, which walks and prints whatever it is given; null where it is. */
const unwieldy = (value: unknown, left: number): string | null => {
  if (typeof value !== 'object' || value === null) return null;
  if (left === 0) return `nests lists and objects more than ${maxNesting} deep`;
  const members = Object.values(value);
  if (!Array.isArray(value) && members.length > maxMembers) {
    return `holds an object of more than ${maxMembers} members`;
  }
  for (const member of members) {
    const problem = unwieldy(member, left - 1);
    if (problem !== null) return problem;
  }
  return null;
};

const refused = (message: string, path: readonly (string | number)[]): GraphQLError =>
  refusal(
    'BAD_USER_INPUT',
    message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message,
    { extensions: { argument: argumentPath(path) } },
  );

interface Refused {
  readonly raw: Values;
  readonly errors: readonly GraphQLError[];
  readonly suggest: boolean;
  /** The variables whose values no message repeats. */
  readonly personal: ReadonlySet<string>;
}

const explained = (
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  { raw, errors, suggest, personal }: Refused,
): readonly GraphQLError[] => {
  const found = definitions.flatMap((definition) => {
    const { value: name } = definition.variable.name;
    const type = typeFromAST(schema, definition.type);
    if (!isInputType(type) || !Object.hasOwn(raw, name)) return [];
    const told = withheld(schema, type);
    return misfits(raw[name], (onError) => {
      coerceInputValue(raw[name], type, onError, !suggest);
    }).map(({ path, message }) => {
      const why = told(message, path, personal.has(name));
      const at = [name, ...path, ...memberNamed(message, personal.has(name))];
      return refused(`Variable "$${argumentPath([name, ...path])}": ${why}`, at);
    });
  });
  const missing = errors.flatMap((error) => {
    const [node] = error.nodes ?? [];
    const name = node?.kind === 'VariableDefinition' ? node.variable.name.value : null;
    if (name === null || (Object.hasOwn(raw, name) && raw[name] !== null)) return [];
    return [refused(error.message, [name])];
  });
  const all = [...missing, ...found];
  return (all.length === 0 ? errors.map(({ message }) => refused(message, [])) : all).slice(
    0,
    maxErrors,
  );
};

// Coercion blames an object as a whole where a member is missing or not known, and names that in its words.
const memberNamed = (message: string, isPersonal: boolean): readonly string[] => {
  const [, missing] =
    /^Field "(\w+)" of required type "[^"]+" was not provided\.$/.exec(message) ?? [];
  // A name that the schema does not have is the caller's own text, which may be anything.
  const [, unknown] =
    (!isPersonal && /^Field "(.*)" is not defined by type "/s.exec(message)) || [];
  return [missing ?? unknown ?? []].flat();
};

interface Misfit {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
type OnError = Parameters<typeof coerceInputValue>[2];

/** What coercion reports, up to the most that is shown. */
const misfits = (value: unknown, coerce: (onError: OnError) => void): readonly Misfit[] => {
  // A null at the top is reported as such, with the variable's own type.
  if (value === null) return [];
  const found: Misfit[] = [];
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
