import { format } from './formats.ts';

const why = (about: string, form: string) => Object.freeze({ about, form });

/** Kinds of faults, for a front end with sentences of its own, and what a form does about each. */
export const reasons = {
  REQUIRED: why('It must be given.', 'marks the field as one to fill in'),
  BLANK: why('It must not be empty.', 'marks the field as one to fill in'),
  TOO_SHORT: why('It has fewer characters than `min`.', 'counts characters up to `min`'),
  TOO_LONG: why(
    'It has more characters, or bytes, than `max`.',
    'counts down the characters from `max`',
  ),
  TOO_FEW: why('It has fewer items than `min`.', 'asks for another choice'),
  TOO_MANY: why('It has more items than `max`.', 'shows how many may be chosen'),
  OUT_OF_RANGE: why(
    'It is below `min` or above `max`, if there are such bounds.',
    'shows the bounds beside the field',
  ),
  MALFORMED: why('It does not have the required format, which `example` shows.', 'shows `example`'),
  NOT_ALLOWED: why(
    'It may not be given here, or not with this value. `allowed` lists the valid values, if they are known.',
    'offers the values of `allowed`, or hides the field',
  ),
  NOT_TOGETHER: why(
    'It may not be given together with another argument.',
    'offers one of the two fields',
  ),
  NOT_IN_ORDER: why(
    'It must be before or after, above or below another argument.',
    'marks both fields',
  ),
  REPEATED: why('It is in the input twice.', 'marks the second one'),
  WRONG_ID: why('It is the id of something else.', 'reloads its choices'),
  NOT_FOUND: why('Nothing with this id or name exists.', 'reloads its choices'),
  GUARDED: why(
    "A rule of the gateway's operator does not allow it; `details` has its name.",
    'shows `max` beside the field, or asks the operator',
  ),
} as const;
export type Reason = keyof typeof reasons;

/** Kinds of problems, for which the emulator has a code each. */
export type ProblemKind = 'missing' | 'invalid' | 'exclusive' | 'inclusive' | 'repeated';

/**
 * A sentence about a value. `words` follow the label of its field: `must have at most {max}
 * characters` is shown as "Name must have at most 255 characters."
 * - `{min}`, `{max}`: the bounds
 * - `{allowed}`: the values that are right
 * - `{value}`, `{values}`: a value, and a list of them
 * - `{other}`, `{or}`, `{and}`: the first other field, any one of the others, or all of them
 */
interface Sentence {
  readonly reason: Reason;
  readonly words: string;
  readonly kind: ProblemKind;
  /** A value that is right, if every filling has the same. */
  readonly example?: string;
}

const says = (reason: Reason, words: string, kind: ProblemKind = 'invalid'): Sentence =>
  Object.freeze({ reason, words, kind });

const shaped = (words: string, example: string): Sentence =>
  Object.freeze({ ...format(words, example), reason: 'MALFORMED', kind: 'invalid' });

const table = {
  missing: says('REQUIRED', 'must be given', 'missing'),
  oneMissing: says('REQUIRED', 'or {or} must be given', 'missing'),
  missingWith: says('REQUIRED', 'must be given with {other} {value}', 'missing'),
  oneMissingWith: says('REQUIRED', 'or {or} must be given with {other} {value}', 'missing'),
  blank: says('BLANK', 'must not be empty'),
  tooShort: says('TOO_SHORT', 'must have at least {min} characters'),
  tooLong: says('TOO_LONG', 'must have at most {max} characters'),
  tooManyBytes: says('TOO_LONG', 'must have at most {max} bytes'),
  tooFew: says('TOO_FEW', 'must have at least {min} items'),
  tooMany: says('TOO_MANY', 'must have at most {max} items'),
  tooManyWith: says('TOO_MANY', 'must have at most {max} items with {other} {value}'),
  tooManyAlike: says('TOO_MANY', 'may be {value} at most {max} times for one {other}'),
  tooManyTogether: says('TOO_MANY', 'and {and} must have at most {max} items together'),
  tooManyLeaves: says('TOO_MANY', 'must have at most {max} leaves'),
  noneOf: says('TOO_FEW', 'must have exactly one of {values}'),
  severalOf: says('TOO_MANY', 'must have only one of {values}'),
  negative: says('OUT_OF_RANGE', 'must not be negative'),
  below: says('OUT_OF_RANGE', 'must be at least {min}'),
  above: says('OUT_OF_RANGE', 'must be at most {max}'),
  outside: says('OUT_OF_RANGE', 'must be from {min} to {max}'),
  aboveWith: says('OUT_OF_RANGE', 'must be at most {max} with {other} {value}'),
  over: says('OUT_OF_RANGE', 'must be in the future'),
  overTooLong: says('OUT_OF_RANGE', 'must be at most {value} ago'),
  tooFarAhead: says('OUT_OF_RANGE', 'must be at most {value} ahead'),
  notWithin: says('OUT_OF_RANGE', 'must be less than {value} ahead'),
  tooClose: says('OUT_OF_RANGE', 'must be at least {value} after {other}'),
  tooFarApart: says('OUT_OF_RANGE', 'must be at most {value} after {other}'),
  tooLongAgo: says(
    'OUT_OF_RANGE',
    'must be at most {value} before {other}, which is now by default',
  ),
  tooLongRange: says('OUT_OF_RANGE', 'must not make the range longer than {max} days'),
  notWhole: says('OUT_OF_RANGE', 'must have a total {other} of 100, not {value}'),
  uneven: says('OUT_OF_RANGE', 'must have equal parts with {other} {value}'),
  malformed: says('MALFORMED', 'must be {value}'),
  notText: says('MALFORMED', 'must be text'),
  broken: says('MALFORMED', 'must not contain an incomplete character'),
  notNumber: shaped('must be a whole number', '12'),
  notAmount: shaped('must be an amount such as {example}, with at most 6 decimals', '12.50'),
  notFlag: shaped('must be true or false', 'true'),
  notTime: shaped('must be a time with a time zone, such as {example}', '2026-06-01T09:00:00Z'),
  notDay: shaped('must be a day such as {example}', '2026-06-01'),
  notHour: shaped('must be a whole hour', '2026-06-01T09:00:00Z'),
  notDays: says('MALFORMED', "must be whole days in the account's time zone"),
  notList: says('MALFORMED', 'must be a list'),
  notObject: says('MALFORMED', 'must be an object'),
  notFile: says('MALFORMED', 'must be a file'),
  hashed: says('MALFORMED', 'must be the raw value, as its form is RAW, but is a hash'),
  garbled: says(
    'MALFORMED',
    'must not contain invisible characters or replacement characters (U+FFFD)',
  ),
  placeholder: says('NOT_ALLOWED', 'must identify one person, but is a placeholder'),
  notListed: says('NOT_ALLOWED', 'must be {allowed}'),
  unlisted: says('NOT_ALLOWED', 'must not have {value} with {other} {values}', 'inclusive'),
  withoutNeeded: says('NOT_ALLOWED', 'may only be given together with {and}', 'inclusive'),
  notApplicable: says('NOT_ALLOWED', 'may only be given with {other} {values}', 'inclusive'),
  wrongValue: says('NOT_ALLOWED', 'may only be {value} with {other} {values}', 'inclusive'),
  wrongHere: says(
    'NOT_ALLOWED',
    'may only be {value} with {other} {values} for this {and}',
    'inclusive',
  ),
  lacking: says('NOT_ALLOWED', 'must have {values} with {other} {value}', 'inclusive'),
  lonely: says('NOT_ALLOWED', 'must not be given alone', 'inclusive'),
  reserved: says('NOT_ALLOWED', 'must not begin with {value}'),
  otherCurrency: says('NOT_ALLOWED', 'must have the currency of {other}'),
  strange: says('NOT_ALLOWED', 'must not be given here'),
  together: says('NOT_TOGETHER', 'must not be given together with {other}', 'exclusive'),
  bothAmounts: says('NOT_TOGETHER', 'must be given as an amount or in micros, not both'),
  notAlone: says('NOT_TOGETHER', 'must have {value} alone, or not at all', 'exclusive'),
  tooEarly: says('NOT_IN_ORDER', 'must be after {other}'),
  tooLate: says('NOT_IN_ORDER', 'must be before {other}, which is now by default'),
  beforeFirst: says('NOT_IN_ORDER', 'must not be before {other}'),
  tooHigh: says('NOT_IN_ORDER', 'must not be more than {other}'),
  tooLow: says('NOT_IN_ORDER', 'must not be less than {other}'),
  notLess: says('NOT_IN_ORDER', 'must be less than {other}'),
  repeated: says('REPEATED', 'must not be given twice', 'repeated'),
  wrongId: says('WRONG_ID', 'must be the id of {value}'),
  notFoundAlone: says('WRONG_ID', 'must be of a type that is found by its id alone; {value}'),
  otherAccount: says('WRONG_ID', 'must belong to the same account'),
} as const satisfies Readonly<Record<string, Sentence>>;

export type SentenceName = keyof typeof table;
/** Every sentence about a value that the gateway refuses, by a name of its own. */
export const sentences: Readonly<Record<SentenceName, Sentence>> = Object.freeze(table);

/** The values in a sentence. Parameters have the names of the API, bounds are text. */
export interface Filling {
  readonly min?: string;
  readonly max?: string;
  /** The values that are right. */
  readonly allowed?: readonly string[];
  readonly value?: string;
  readonly values?: readonly string[];
  /** A value that is right, where the sentence is about the format of a value. */
  readonly example?: string;
  /** The other parameter that the sentence mentions. */
  readonly other?: string;
  /** The parameters that are named in a row. */
  readonly others?: readonly string[];
}

/** The spelling of parameters and bounds: for people, or as the API has them. */
export interface Wording {
  readonly nameOf: (parameter: string) => string;
  readonly boundOf: (bound: string) => string;
  /** Number of values that are listed; the others are only counted. */
  readonly mostValues: number;
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const both = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const anyOf = (values: readonly string[], mostValues: number): string =>
  either.format(
    values.length <= mostValues
      ? values
      : [...values.slice(0, mostValues - 1), `${values.length - mostValues + 1} others`],
  );

/** The words of a sentence, filled: `must have at most 255 characters`. */
export const wordsOf = (name: SentenceName, filling: Filling, wording: Wording): string => {
  const { min = '', max = '', allowed = [], value = '', values = [] } = filling;
  const { other = '', others = [] } = filling;
  const { nameOf, boundOf, mostValues } = wording;
  const slots: Readonly<Record<string, () => string>> = {
    min: () => boundOf(min),
    max: () => boundOf(max),
    allowed: () => anyOf(allowed, mostValues),
    value: () => value,
    values: () => anyOf(values, mostValues),
    other: () => nameOf(other),
    or: () => either.format(others.map(nameOf)),
    and: () => both.format(others.map(nameOf)),
  };
  return sentences[name].words
    .replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]?.() ?? '')
    .replace(/\b1 (character|byte|item|day|year|month)s\b/, '1 $1');
};
