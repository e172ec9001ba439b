import {
  coerceInputValue,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
} from 'graphql';
import type { FaultFacts } from '../../upstream/catalogue/language/problem.ts';
import { type Path, Unread } from '../../upstream/catalogue/language/values.ts';
import { unrecognized } from '../../upstream/catalogue/names.ts';
import { below } from './personal-inputs.ts';

/**
 * The unreadable values that a write reports. With more, GraphQL refuses the input at the first.
 */
export const maxUnread = 100;

/** The type at a path of an input, and the type of the object that holds it, if there is one. */
const typeAt = (type: GraphQLInputType, path: Path) => {
  let at = type;
  let holder: GraphQLInputObjectType | null = null;
  for (const step of path) {
    const object = getNullableType(at);
    if (isInputObjectType(object)) holder = object;
    at = below(at, step);
  }
  return { at, holder };
};

// The path in graphql-js is that of the object; only the message names the member.
const missingMember = /^Field "(\w+)" of required type "[^"]+" was not provided\.$/;

/** The name of the missing required member in an error of coercion; null for any other error. */
export const memberMissing = (message: string): string | null =>
  missingMember.exec(message)?.[1] ?? null;

/** The fault of a value that GraphQL cannot read. */
export const factsAt = (type: GraphQLInputType, path: Path, message: string): FaultFacts => {
  if (memberMissing(message) !== null || message.endsWith('not to be null.')) {
    return { reason: 'REQUIRED' };
  }
  const named = getNamedType(typeAt(type, path).at);
  if (isEnumType(named)) {
    const names = named.getValues().map(({ name }) => name);
    return { reason: 'NOT_ALLOWED', allowed: names.filter((name) => name !== unrecognized) };
  }
  if (/ is not defined by type /.test(message)) return { reason: 'NOT_ALLOWED' };
  if (/ non 32-bit /.test(message)) return { reason: 'OUT_OF_RANGE' };
  const { example } = named.extensions;
  return { reason: 'MALFORMED', ...(typeof example === 'string' && { example }) };
};

/**
 * Coerces a value that GraphQL cannot read as a whole, for a write that checks it itself. Values of
 * a wrong type become `Unread`, missing ones undefined. Null if anything else is wrong: unknown
 * fields, another structure, types that no write checks. `isChecked` is true if the whole value may
 * be `Unread`.
 */
export const readUpTo = (
  given: unknown,
  type: GraphQLInputType,
  isChecked: boolean,
): { readonly value: unknown } | null => {
  const unread: { readonly path: Path; readonly value: Unread }[] = [];
  const refused = new GraphQLError('refused');
  const add = (path: Path, written: unknown, message: string): void => {
    const { at, holder } = typeAt(type, path);
    const object = getNullableType(at);
    const isMissing = isInputObjectType(object) && memberMissing(message) !== null;
    if (isMissing && object.extensions.isChecked === true) return;
    const isOwn = holder === null ? isChecked : holder.extensions.isChecked === true;
    const fits = isLeafType(getNamedType(at)) && isOwn && unread.length < maxUnread;
    if (!fits) throw refused;
    unread.push({ path, value: new Unread(written) });
  };
  try {
    const root = {
      value: coerceInputValue(given, type, (path, written, { message }) => {
        add(path, written, message);
      }),
    };
    for (const { path, value } of unread) put(root, ['value', ...path], value);
    return root;
  } catch (error) {
    if (error === refused) return null;
    throw error;
  }
};

/** Sets a value at a path of newly made objects and lists. */
const put = (root: object, path: Path, value: unknown): void => {
  let holder = root as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) {
    holder = holder[step] as Record<string | number, unknown>;
  }
  holder[path.at(-1) ?? ''] = value;
};
