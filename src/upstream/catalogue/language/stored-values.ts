import { isDeepStrictEqual } from 'node:util';
import type { Entity } from './entity.ts';
import { canonicalId } from './identifiers.ts';
import { decimalsOf } from './money.ts';
import type { Fields, Kind, Param, ParamOf } from './params.ts';
import { dayMs, isDay, postTime, timeOf } from './times.ts';
import type { Values } from './values.ts';

/** A parameter with its name. */
type NamedParam<P = Param> = readonly [name: string, param: P];

/** The parameters that a write sent, and the row to look for them in. */
interface Comparison {
  readonly entity: Entity;
  readonly sent: Values;
  readonly row: Values;
}

/** True if a new row shows all that was sent, and the default or nothing for what was left out. */
export const isCreationShown = (fields: Fields, comparison: Comparison): boolean =>
  Object.entries(fields).every((named) => verdictOn(named, comparison) === 'same');

/** True if a row shows all that was sent. What was omitted keeps its value, whatever it is. */
export const isChangeShown = (fields: Fields, comparison: Comparison): boolean =>
  Object.entries(fields).every(
    (named) => comparison.sent[named[0]] === undefined || verdictOn(named, comparison) === 'same',
  );

/** True if a row shows something else than was sent, so that it cannot be the row of this write. */
export const isContradicted = (fields: Fields, comparison: Comparison): boolean =>
  Object.entries(fields).some(
    (named) => comparison.sent[named[0]] !== undefined && verdictOn(named, comparison) === 'other',
  );

/**
 * The comparison of a row with what was sent:
 * - `same`: it is exactly what the API keeps of it.
 * - `alike`: the API may have made it of that, such as `a &amp; b` of `A & B`.
 * - `unsaid`: the row says nothing of it.
 * - `other`: it is something else.
 */
type Verdict = 'same' | 'alike' | 'unsaid' | 'other';

const fromBest: readonly Verdict[] = ['same', 'alike', 'unsaid', 'other'];

const worst = (verdicts: readonly Verdict[]): Verdict =>
  fromBest[Math.max(0, ...verdicts.map((one) => fromBest.indexOf(one)))] as Verdict;

const verdictOn = (named: NamedParam, { entity, sent, row }: Comparison): Verdict => {
  if (named[1].isOfResponse === true) return 'same';
  const value = sent[named[0]];
  if (columnOf(entity, named) === null) return value === undefined ? 'same' : 'unsaid';
  const shown = shownIn(row, named);
  if (shown === undefined && typeof value === 'string') return onBeginning(value, row[named[0]]);
  if (isNothing(shown) && isKeptEmpty(named[1], sent, row)) return 'same';
  const verdict = compared(named, value, shown);
  const isMoney = verdict === 'alike' && named[1].kind === 'long';
  return isMoney && !isRounded(String(value), String(shown), unitsOf(row)) ? 'other' : verdict;
};

const pathOf = ([name, { shownAs = name }]: NamedParam): readonly string[] => shownAs.split('.');

/** The column that shows a parameter; null if the API shows nothing of it. */
export const columnOf = ({ columns }: Entity, named: NamedParam): string | null => {
  const [column = ''] = pathOf(named);
  return Object.hasOwn(columns, column) ? column : null;
};

/** The value of a parameter in a row; undefined if the row has nothing of it. */
export const shownIn = (row: Values, named: NamedParam): unknown =>
  pathOf(named).reduce<unknown>((value, step) => (value as Values | null | undefined)?.[step], row);

/** True if the API keeps nothing of a parameter, because of what is sent or the row has beside. */
export const isKeptEmpty = (
  { emptyWith: beside }: Param,
  sent: Values,
  row: Values | null,
): boolean => {
  if (beside === undefined) return false;
  const [column, value] = beside;
  return (sent[column] ?? row?.[column]) === value;
};

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || isEmptyList(value);
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Compares a value; what was not sent is compared with its default, or with nothing. */
const compared = (named: NamedParam, sent: unknown, got: unknown): Verdict => {
  const [, param] = named;
  if (!isNothing(sent)) {
    if (got === undefined || (param.isIgnored === true && isNothing(got))) return 'unsaid';
    const verdict = isNothing(got) ? 'other' : verdictOnValue(named, sent, got);
    return verdict === 'other' && param.isReplaced === true ? 'unsaid' : verdict;
  }
  if (got === undefined || (sent === undefined && param.isFilled === true)) return 'same';
  const fallback = sent === undefined && 'default' in param ? param.default : null;
  if (isNothing(fallback) ? isNothing(got) : isDefault(named, fallback, got)) return 'same';
  // The API may have a value of its own for a parameter that is cleared.
  return param.isFilled === true || 'default' in param ? 'unsaid' : 'other';
};

const isDefault = (named: NamedParam, fallback: unknown, got: unknown): boolean =>
  !isNothing(got) && verdictOnValue(named, fallback, got) === 'same';

type Compare<P> = (named: NamedParam<P>, sent: unknown, got: unknown) => Verdict;

const asText: Compare<Param> = (named, sent, got) => {
  const [stored, shown] = [storedText(named, sent), shownText(named, got)];
  if (stored === shown) return 'same';
  if (stored === null || shown === null) return 'unsaid';
  return isAlike(named, stored, shown) ? 'alike' : 'other';
};

const compares: { readonly [K in Kind]: Compare<ParamOf<K>> } = {
  text: asText,
  id: asText,
  int: asText,
  long: asText,
  flag: asText,
  time: asText,
  choice: asText,
  list: ([name, { of }], sent, got) => {
    if (!Array.isArray(sent) || !Array.isArray(got)) return 'unsaid';
    const inOrder = sent.map((item, index) => compared([name, of], item, got[index]));
    if (sent.length === got.length && worst(inOrder) === 'same') return 'same';
    // The API may have another order, and items of its own.
    const isHeld = (item: unknown): boolean =>
      got.some((one) => compared([name, of], item, one) !== 'other');
    return sent.every(isHeld) ? 'alike' : 'other';
  },
  shape: ([, { fields }], sent, got) => onMembers(fields, sent, got),
  variant: ([, { tag, of }], sent, got) => {
    const [name, other] = [sent, got].map((value) => (value as Values)[tag]);
    if (name !== other) return other === undefined ? 'unsaid' : 'other';
    const shape = of[String(name)];
    return shape === undefined ? 'unsaid' : onMembers(shape.fields, sent, got);
  },
  json: (_named, sent, got) => (isDeepStrictEqual(sent, got) ? 'same' : 'unsaid'),
  bytes: () => 'unsaid',
};

const verdictOnValue = <K extends Kind>(
  [name, param]: NamedParam<ParamOf<K>>,
  sent: unknown,
  got: unknown,
) => compares[param.kind]([name, param], sent, got);

// The API adds members of its own, such as `media_metadata`; those that can be sent are compared.
const onMembers = (fields: Fields, sent: unknown, got: unknown): Verdict =>
  typeof got !== 'object'
    ? 'unsaid'
    : worst(
        Object.entries(fields).map((named) => {
          const member = (sent as Values)[named[0]];
          const verdict = compared(named, member, (got as Values)[named[0]]);
          return member === undefined && verdict === 'other' ? 'unsaid' : verdict;
        }),
      );

/** True if the API may show a text for one that was sent, though it differs. */
const isAlike = ([name, param]: NamedParam, sent: string, shown: string): boolean => {
  if (param.kind === 'long') return name.endsWith('_micro');
  if (param.kind === 'time') return isSameTime(sent, shown);
  return isSameText(sent, shown);
};

// A day that was sent is shown as the time when it begins in the account's zone.
const isSameTime = (sent: string, shown: string): boolean => {
  const apart = Math.abs(Date.parse(shown) - Date.parse(sent));
  return isDay(sent) ? apart <= dayMs : apart < 1000;
};

/** True if an amount is another one, rounded to one of these units; all in micros. */
const isRounded = (sent: string, shown: string, units: readonly bigint[]): boolean => {
  const [given, got] = [BigInt(sent), BigInt(shown)];
  const apart = got > given ? got - given : given - got;
  return units.some((unit) => got % unit === 0n && apart < unit);
};

const hundredth = 10_000n;

/** Units to which the API may round: hundredths if the currency has them, else whole units. */
const unitsOf = ({ currency }: Values): readonly bigint[] => {
  const hasHundredths = (decimalsOf(currency) ?? 0) !== 0;
  return hasHundredths ? [hundredth] : [hundredth, 100n * hundredth];
};

const entitiesOfHtml: readonly (readonly [RegExp, string])[] = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&#39;/g, "'"],
  [/&amp;/g, '&'],
];

const address = /https?:\/\/\S+/g;

/** True if texts are equal but for case, blanks, entities of HTML and the spelling of addresses. */
const isSameText = (sent: string, shown: string): boolean => {
  const plain = plainBeside(shown);
  return plain(sent) === plain(shown);
};

/** A row that lacks the column of a text may show its beginning under the parameter's own name. */
const onBeginning = (sent: string, shown: unknown): Verdict => {
  if (typeof shown !== 'string') return 'unsaid';
  const plain = plainBeside(shown);
  return plain(sent).startsWith(plain(shown).replace(/…$/, '')) ? 'unsaid' : 'other';
};

/** Writes texts in one way. Posts show short addresses for those that were sent, and for media. */
const plainBeside = (shown: string) => {
  const isShort = /https?:\/\/t\.co\//i.test(shown);
  return (text: string): string =>
    entitiesOfHtml
      .reduce((plain, [entity, character]) => plain.replace(entity, character), text)
      .replace(address, (url) => (isShort ? '' : (URL.parse(url)?.href ?? url)))
      .normalize()
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .trim();
};

/**
 * The text of a value that is sent, as the API keeps it: an id in lower case, a time in UTC without
 * the parts that the parameter drops. Null for an object, and for nothing.
 */
export const storedText = (named: NamedParam, value: unknown): string | null =>
  textOf(named, value, (text) => timeOf(named[1].kind === 'time' ? named[1] : {}, text));

/** The text of a value that a row shows. It equals that of the same value that was sent. */
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
  if (value === undefined || typeof value === 'object' || !isReadable(param, value)) return null;
  const text = String(value);
  if (param.kind === 'id') return canonicalId(param.as ?? name, text);
  if (param.kind === 'choice') return param.aliases?.[text] ?? text;
  if (param.kind === 'text' && isNumber(param, text)) return String(Number(text));
  return param.kind === 'time' ? timeIn(text) : text;
};

/** False for a value that the parameter cannot have, such as `1.5` for a name. */
const isReadable = (param: Param, value: unknown): boolean => {
  if (param.kind === 'flag') return typeof value === 'boolean' || /^(true|false)$/.test(`${value}`);
  if (param.kind === 'int' || param.kind === 'long') return /^-?\d+$/.test(`${value}`);
  if (typeof value === 'boolean') return false;
  const isDecimal = param.kind === 'text' && isDecimalFormat(param);
  return isDecimal || typeof value !== 'number' || Number.isInteger(value);
};

const isDecimalFormat = ({ format }: ParamOf<'text'>): boolean =>
  format === 'decimal' || format === 'percent';

// The API writes a percentage of 50.00 as 50.0.
const isNumber = (param: ParamOf<'text'>, text: string): boolean =>
  isDecimalFormat(param) && /^\d+(\.\d+)?$/.test(text);
