import { distance } from 'fastest-levenshtein';

const quoted = (name: unknown): string => JSON.stringify(name) ?? String(name);

/** The known names that are similar to a misspelt one, the most similar first; at most three. */
const nearTo = (text: string, names: readonly string[]): readonly string[] =>
  names
    .map((known) => ({ known, mistakes: distance(text, known) }))
    .filter(({ mistakes }) => mistakes <= Math.max(text.length / 3, Math.min(2, text.length - 2)))
    .sort((one, other) => one.mistakes - other.mistakes)
    .map(({ known }) => known)
    .slice(0, 3);

const most = 15;

/**
 * The sentence that refuses an unknown name: it suggests similar names, or lists all of them if
 * they are few.
 */
export const unknownName = (what: string, name: unknown, names: readonly string[]): string => {
  const near = nearTo(String(name), names);
  const sentence = `no ${what} is named ${quoted(name)}`;
  if (near.length > 0) return `${sentence}. Did you mean ${near.map(quoted).join(' or ')}?`;
  return names.length > most ? sentence : `${sentence}. There are ${names.join(', ')}`;
};

/** An error of zod about members that an object may not have. */
export interface UnknownMembers {
  readonly code?: string | undefined;
  readonly keys?: unknown;
}

/** The first unknown member; null for an error of another kind. */
export const firstUnknown = ({ code, keys }: UnknownMembers): string | null =>
  code === 'unrecognized_keys' && Array.isArray(keys) ? String(keys[0]) : null;

/** The error of a strict object for members with unknown names; other errors keep their words. */
export const unknownMember =
  (what: string, names: readonly string[]) =>
  (found: UnknownMembers): string | undefined => {
    const name = firstUnknown(found);
    return name === null ? undefined : unknownName(what, name, names);
  };
