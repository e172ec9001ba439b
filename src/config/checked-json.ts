import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { lowerId } from '../upstream/catalogue/language/identifiers.ts';
import { didYouMean } from '../upstream/catalogue/language/near-names.ts';
import { StartError } from './config-error.ts';
import { readLocatedJson, type TextPosition } from './located-json.ts';

/** A fault in a file of the operator: its name, line and column, and a sentence. */
export class FileError extends StartError {
  override readonly name = 'FileError';
}

/** The message about a value of another kind, or about a member that is not there. */
export const says = (text: string) => ({
  error: ({ input }: { readonly input?: unknown }): string =>
    input === undefined ? 'is missing' : text,
});

export const object = says('must be an object');

/** The schema of a list in which at least one thing is named. */
export const list = (item: z.ZodType<string>) =>
  z.array(item, says('must be a list')).min(1, 'must not be empty; omit it to include everything');

/** The schema of an account's id, global or of the REST API; read as the latter, in lower case. */
export const accountId = z
  .string()
  .regex(/^(Account:)?[A-Za-z\d]{1,32}$/, 'must be the id of an account')
  .transform((id) => lowerId(id.replace('Account:', '')));

/** A check that no two items of a list have one name. */
export const haveOwnNames =
  (message: string) =>
  (
    all: readonly { readonly name: string }[],
    { addIssue }: { readonly addIssue: (issue: z.core.$ZodSuperRefineIssue) => void },
  ): void => {
    const names = all.map(({ name }) => name);
    const index = names.findIndex((name, at) => names.indexOf(name) < at);
    if (index >= 0) addIssue({ code: 'custom', path: [index, 'name'], message });
  };

/**
 * Reads a file of JSON. `members` are the names of all members of the schema, for hints. Throws
 * FileError with the first thing that is wrong.
 */
export const readCheckedJson = <T>(
  file: string,
  schema: z.ZodType<T>,
  members: readonly string[],
): T => {
  const wrong = ({ line, column }: TextPosition, message: string) =>
    new FileError(`${file}:${line}:${column}: ${message}`);
  const json = readLocatedJson(textOf(file));
  if ('message' in json) throw wrong(json.position, json.message);
  const read = schema.safeParse(json.value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const { path, message } = issueAt(issue as z.core.$ZodIssue, members);
  throw wrong(json.positionOf(path), message);
};

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new FileError(`${file} cannot be read (${code})`);
  }
};

const issueAt = (issue: z.core.$ZodIssue, members: readonly string[]) => {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return {
      path: [...path, key],
      message: `There is no member “${key}” here${didYouMean(key, members)}`,
    };
  }
  if (issue.code === 'invalid_key') {
    return { path, message: `${String(path.at(-1))}: ${issue.issues[0]?.message ?? message}` };
  }
  // An item of a list is told by the name of the list.
  const name = path.findLast((step) => typeof step === 'string') ?? 'The file';
  return { path, message: `${String(name)} ${message}` };
};
