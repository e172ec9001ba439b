import { isDeepStrictEqual } from 'node:util';
import type { Entity } from './entity.ts';
import { canonicalId } from './identifiers.ts';
import type { Fields, Kind, Param, ParamOf } from './params.ts';
import { postTime, timeOf } from './times.ts';
import type { Values } from './values.ts';

/** A parameter with its name. */
type NamedParam<P = Param> = readonly [name: string, param: P];

/** What a write sent, and the row to look for it in. */
interface Comparison {
  readonly entity: Entity;
  readonly sent: Values;
  readonly row: Values;
}

/** Whether a new row shows all that was sent, and of what was left out the default or nothing. */
export const isCreationShown = (fields: Fields, comparison: Comparison): boolean =>
  Object.entries(fields).every((named) => isShown(named, comparison));

/** Whether a row shows all that was sent. What was omitted keeps its value, whatever it is. */
export const isChangeShown = (fields: Fields, comparison: Comparison): boolean =>
  Object.entries(fields).every(
    (named) => comparison.sent[named[0]] === undefined || isShown(named, comparison),
  );

const isShown = (named: NamedParam, { entity, sent, row }: Comparison): boolean => {
  if (named[1].isOfAnswer === true) return true;
  const value = sent[named[0]];
  return columnOf(entity, named) === null
    ? value === undefined
    : isSame(named, value, shownIn(row, named));
};

const pathOf = ([name, { shownAs = name }]: NamedParam): readonly string[] => shownAs.split('.');

/** The column that shows a parameter; null if the API shows nothing of it. */
export const columnOf = ({ columns }: Entity, named: NamedParam): string | null => {
  const [column = ''] = pathOf(named);
  return Object.hasOwn(columns, column) ? column : null;
};

/** What a row shows of a parameter; undefined if it has nothing of it. */
export const shownIn = (row: Values, named: NamedParam): unknown =>
  pathOf(named).reduce<unknown>((value, step) => (value as Values | null | undefined)?.[step], row);

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || isEmptyList(value);
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Whether `got` is what the API keeps of `sent`; of what was not sent, the default or nothing. */
const isSame = (named: NamedParam, sent: unknown, got: unknown): boolean => {
  const [, param] = named;
  if (!isNothing(sent)) return !isNothing(got) && isStored(named, sent, got);
  if (got === undefined || (sent === undefined && param.isFilled === true)) return true;
  const fallback = sent === undefined && 'default' in param ? param.default : null;
  return isNothing(fallback) ? isNothing(got) : !isNothing(got) && isStored(named, fallback, got);
};

type Compare<P> = (named: NamedParam<P>, sent: unknown, got: unknown) => boolean;

const asText: Compare<Param> = (named, sent, got) =>
  storedText(named, sent) === shownText(named, got);

const compares: { readonly [K in Kind]: Compare<ParamOf<K>> } = {
  text: asText,
  id: asText,
  int: asText,
  long: asText,
  flag: asText,
  time: asText,
  choice: asText,
  list: ([name, { of }], sent, got) =>
    Array.isArray(sent) &&
    Array.isArray(got) &&
    sent.length === got.length &&
    sent.every((item, index) => isSame([name, of], item, got[index])),
  shape: ([, { fields }], sent, got) => haveSame(fields, sent, got),
  variant: ([, { tag, of }], sent, got) => {
    const [name, other] = [sent, got].map((value) => (value as Values)[tag]);
    const shape = name === other ? of[String(name)] : undefined;
    return shape !== undefined && haveSame(shape.fields, sent, got);
  },
  json: (_named, sent, got) => isDeepStrictEqual(sent, got),
  bytes: () => false,
};

const isStored = <K extends Kind>(
  [name, param]: NamedParam<ParamOf<K>>,
  sent: unknown,
  got: unknown,
) => compares[param.kind]([name, param], sent, got);

// The API adds members of its own, such as `media_metadata`; those that can be sent are compared.
const haveSame = (fields: Fields, sent: unknown, got: unknown): boolean =>
  typeof got === 'object' &&
  Object.entries(fields).every((named) =>
    isSame(named, (sent as Values)[named[0]], (got as Values)[named[0]]),
  );

/**
 * The text of a value that is sent, as the API keeps it: an id in lower case, a time in UTC without
 * the parts that the parameter drops. Null for an object, and for nothing.
 */
export const storedText = (named: NamedParam, value: unknown): string | null =>
  textOf(named, value, (text) => timeOf(named[1].kind === 'time' ? named[1] : {}, text));

/**
 * The text of a value that a row shows. It equals the one of a value that was sent where both are
 * the same.
 */
export const shownText = (named: NamedParam, value: unknown): string | null =>
  textOf(named, value, postTime);

const textOf = (
  [name, param]: NamedParam,
  value: unknown,
  timeIn: (text: string) => string | null,
): string | null => {
  if (param.kind === 'list' && Array.isArray(value)) {
    const items = value.map((item) => textOf([name, param.of], item, timeIn));
    return items.includes(null) ? null : JSON.stringify(items);
  }
  if (value === undefined || typeof value === 'object') return null;
  const text = String(value);
  if (param.kind === 'id') return canonicalId(param.as ?? name, text);
  if (param.kind === 'text' && isNumber(param, text)) return String(Number(text));
  return param.kind === 'time' ? timeIn(text) : text;
};

// The API writes a percentage of 50.00 as 50.0.
const isNumber = ({ format }: ParamOf<'text'>, text: string): boolean =>
  (format === 'decimal' || format === 'percent') && /^\d+(\.\d+)?$/.test(text);
