import { UsageError } from '../../bin/commands.ts';
import { fields, type Identifier, isIdentifier } from './person.ts';

/** The columns of `--columns`, or `--map` and `--ignore`, as a user gives them. */
export interface NamingWords {
  readonly columns?: string;
  readonly map?: string;
  readonly ignore?: string;
}

/** The meaning of a name: an identifier; null if it is left out, undefined if it is not known. */
export interface Naming {
  readonly of: (name: string) => Identifier | null | undefined;
  /** The names that `--map` gives another meaning. */
  readonly mapped: readonly string[];
}

/** The end of sentences about columns. */
export const takes = `it takes ${Object.keys(fields).join(', ')}`;

const visible = (text: string): string =>
  text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim();

/** A name of a column without what nobody sees of it, in small letters. */
const nameOf = (text: string): string => visible(text).toLowerCase();

const listed = (text: string | undefined): readonly string[] => (text ?? '').split(',').map(nameOf);

const mappedIn = (text: string): readonly [string, Identifier] => {
  const [, name = '', column = ''] = /^(.*)=(.*)$/.exec(text) ?? [];
  if (name === '') throw new UsageError('--map must be NAME=COLUMN, such as Phone=phone_number');
  if (!isIdentifier(column)) throw new UsageError(`--map has no ${column}; ${takes}`);
  return [name, column];
};

/** The meaning of names by `--map` and `--ignore`. Throws UsageError. */
export const namingBy = ({ columns, map, ignore }: NamingWords): Naming => {
  const other = map !== undefined ? '--map' : ignore !== undefined ? '--ignore' : null;
  if (columns !== undefined && other !== null)
    throw new UsageError(`--columns and ${other} exclude each other`);
  const mapped = new Map(map === undefined ? [] : listed(map).map(mappedIn));
  const ignored = new Set(listed(ignore)).add('');
  return {
    mapped: [...mapped.keys()],
    of: (text) => {
      const name = nameOf(text);
      const own = isIdentifier(name) ? name : undefined;
      return mapped.get(name) ?? (ignored.has(name) ? null : own);
    },
  };
};

/** Throws UsageError for a name of `--map` that is none of these. */
export const checkMapped = ({ mapped }: Naming, names: readonly string[]): void => {
  const known = names.map(nameOf);
  const wrong = mapped.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new UsageError(`--map names ${wrong}, which is not a column of --file`);
};

/** The fault of names that are not known; null if there are none. */
export const unknownFault = (unknown: readonly string[]): string | null => {
  const names = unknown.map(visible);
  if (names.length === 0) return null;
  return `has unknown columns: ${names.join(', ')}; --map ${names[0]}=COLUMN says what one means, --ignore ${names.join()} leaves them out; ${takes}`;
};
