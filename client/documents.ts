import type { Tree } from './print.ts';
import { print } from './print.ts';

/** The types of data and variables that graphql-codegen and gql.tada write into a document. */
interface Typed<Data, Variables> {
  readonly __apiType?: ((variables: Variables) => Data) | undefined;
}

/** A wrapped text, as graphql-codegen's `TypedDocumentString`. */
interface Wrapped {
  readonly valueOf: () => string;
}

/**
 * A document: its text, or a `TypedDocumentNode`, a `TypedDocumentString` or a document of
 * gql.tada, which include their types.
 */
export type Document<Data, Variables> = string | (Typed<Data, Variables> & (Tree | Wrapped));

/** The variables of a document; they may be left out if none is required. */
export type Given<Variables> =
  Record<never, never> extends Variables
    ? readonly [variables?: Variables]
    : readonly [variables: Variables];

/** Data or variables without a type of their own. */
export type Values = Readonly<Record<string, unknown>>;

/** A document as it is sent. */
export interface Sendable {
  readonly text: string;
  /** The id under which the gateway may know it; null without one. */
  readonly hash: string | null;
}

const known = new WeakMap<object, Sendable>();

/** The text of a document, and its id if a build has added one. */
export const sendable = (
  document: Document<never, never> | Document<unknown, unknown>,
): Sendable => {
  if (typeof document === 'string') return { text: document, hash: null };
  const found = known.get(document) ?? {
    text: 'definitions' in document ? print(document) : String(document),
    hash: hashOf(document),
  };
  known.set(document, found);
  return found;
};

const hashOf = (document: object): string | null => {
  const about: unknown = '__meta__' in document ? document.__meta__ : null;
  if (typeof about !== 'object' || about === null || !('hash' in about)) return null;
  return typeof about.hash === 'string' ? about.hash : null;
};

// Words of comments and texts count, too. A query with such a word is not repeated.
/** True if a document may contain a mutation. */
export const isMutation = ({ text }: Sendable): boolean => /\bmutation\b/.test(text);

/** True if a document names something, such as `$after`. */
export const names = ({ text }: Sendable, word: string): boolean =>
  new RegExp(`${word.replace('$', '\\$')}\\b`).test(text);
