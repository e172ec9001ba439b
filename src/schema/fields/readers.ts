import type { List, Param } from '../../upstream/catalogue/language/params.ts';
import { postTime } from '../../upstream/catalogue/language/times.ts';
import { isObject, type Values } from '../../upstream/catalogue/language/values.ts';
import { isWritable } from '../../upstream/client/bytes/column.ts';
import { ValueError } from '../../upstream/client/errors.ts';
import { type Row, SOURCE, tagRow } from '../../upstream/client/row.ts';
import { recognized } from './kinds.ts';

/** True for a value that is shown in another format than the API's. */
export const isRewritten = (param: Param): boolean =>
  param.kind === 'time' && param.written === 'postDate';

/** Converts a non-null value for the answer; returns an Error if it has the wrong type. */
type Reader = (value: unknown, holder: Values) => unknown;

/** Returns a function that converts values for an answer; null and errors stay unchanged. */
export const reader = (param: Param): Reader => {
  const read = readerOf(param);
  return (value, holder) =>
    value === null || value instanceof Error ? value : read(value, holder);
};

/** The reader for a text column that the API always sends. */
export const requiredReader = (param: Param): Reader => {
  const read = reader(param);
  return (value, holder) =>
    value === null || value instanceof Error || isWritable(value)
      ? read(value, holder)
      : new ValueError('a text');
};

const readerOf = (param: Param): Reader => {
  if (param.kind === 'list')
    return param.keyedBy === undefined ? listReader(param) : entriesReader(param.keyedBy);
  if (param.kind === 'choice') return recognized(param);
  if (param.kind === 'flag') return flagOf;
  if (isRewritten(param)) return (value) => postTime(value) ?? new ValueError('a time');
  if (param.kind !== 'shape' && param.kind !== 'variant') return (value) => value;
  const { inAccount, ofRow = [] } = param.kind === 'shape' ? param : {};
  return (value, holder) => {
    if (!isObject(value)) return new ValueError('an object');
    // Links from such an object lead to entities in the account of its row.
    if (inAccount !== true) return value;
    const shared = ofRow.map((column) => [column, holder[column]] as const);
    return tagRow({ ...value, ...Object.fromEntries(shared) }, (holder as Row)[SOURCE]);
  };
};

const listReader = ({ of }: List): Reader => {
  const show = reader(of);
  return (value, holder) =>
    Array.isArray(value)
      ? value.map((item: unknown) => show(item ?? null, holder))
      : new ValueError('a list');
};

// Some responses have booleans as text.
const flagOf: Reader = (value) => (value === 'true' ? true : value === 'false' ? false : value);

/** The members of an object as a list of objects, each with its name in the member `key`. */
const entriesReader =
  (key: string): Reader =>
  (value) =>
    isObject(value)
      ? Object.entries(value).map(([name, member]) =>
          isObject(member) ? { ...member, [key]: name } : new ValueError('an object'),
        )
      : new ValueError('an object');
