import { didYouMean } from '../src/upstream/catalogue/language/near-names.ts';

const most = 15;

/**
 * The sentence that refuses an unknown name: it suggests similar names, or lists all of them if
 * they are few.
 */
export const unknownName = (what: string, name: unknown, names: readonly string[]): string => {
  const sentence = `no ${what} is named ${JSON.stringify(name) ?? String(name)}`;
  const all = names.length > most ? '' : `. There are ${names.join(', ')}`;
  return `${sentence}${didYouMean(String(name), names) || all}`;
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
