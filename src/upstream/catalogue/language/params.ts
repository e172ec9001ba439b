/** The catalogue is written with these: frozen descriptions of parameters and columns. */

import { getOrMake } from '../memoize.ts';
import type { Without } from '../without.ts';
import { type HasPathIds, pathIdName } from './identifiers.ts';
import type {
  Bytes,
  Choice,
  Fields,
  Flag,
  HashedIdentifier,
  Id,
  Int,
  Json,
  List,
  Long,
  Param,
  Required,
  Shape,
  Text,
  Time,
  Variant,
} from './kinds.ts';
import { inMicros } from './money.ts';
import type { Rule } from './rule-kinds.ts';

export type * from './kinds.ts';

/** Facts of a parameter beside its kind and its documentation. */
type FactsOf<T> = {
  readonly [K in Exclude<keyof T, 'kind' | 'doc'>]?: NonNullable<T[K]>;
};

/** Text, with its limits in code points and its format. */
export const text = (doc: string, limits: FactsOf<Without<Text, 'hashOf'>> = {}): Text =>
  Object.freeze({ kind: 'text', doc, ...limits });

/** The SHA-256 of an identifier of a person. */
export const hashOf = (identifier: HashedIdentifier, doc: string): Text =>
  Object.freeze({ ...text(doc, { format: 'sha256', personal: true }), hashOf: identifier });

/** An identifier. Its name is looked up in `identifiers.ts`. */
export const id = (doc: string, facts: FactsOf<Id> = {}): Id =>
  Object.freeze({ kind: 'id', doc, ...facts });

/** A whole number within 32 bits, with its range. */
export const int = (doc: string, limits: FactsOf<Int> = {}): Int =>
  Object.freeze({ kind: 'int', doc, ...limits });

/** A whole number within 64 bits. */
export const long = (doc: string, limits: FactsOf<Long> = {}): Long =>
  Object.freeze({ kind: 'long', doc, ...limits });

/** Money in micros: amount × 1,000,000, in every currency. At least 0 unless `min` differs. */
export const micros = (doc: string, limits: FactsOf<Long> = {}): Long =>
  long(inMicros(doc), { min: '0', ...limits });

/** A boolean, with its default and its effect on a list. */
export const flag = (doc: string, facts: FactsOf<Flag> = {}): Flag =>
  Object.freeze({ kind: 'flag', doc, ...facts });

/** A point in time, with its precision and its range. */
export const time = (doc: string, limits: FactsOf<Time> = {}): Time =>
  Object.freeze({ kind: 'time', doc, ...limits });

/** A file, or a part of one, with the most bytes that it holds. */
export const bytes = (doc: string, limits: { readonly max: number }): Bytes =>
  Object.freeze({ kind: 'bytes', doc, ...limits });

/** Any JSON, passed on unchanged. */
export const json = (doc: string): Json => Object.freeze({ kind: 'json', doc });

/** A list of values of one kind. */
export const listOf = <P extends Param>(
  of: P,
  doc: string,
  limits: FactsOf<Without<List, 'of'>> = {},
): List<P> => Object.freeze({ kind: 'list', of, doc, ...limits });

/** A list of 1 to 200 identifiers, or `max`. `matches` is the column that a list filters by. */
export const ids = (
  doc: string,
  { as, ...limits }: FactsOf<Pick<List, 'max' | 'matches' | 'clears'> & Pick<Id, 'as'>> = {},
): List<Id> =>
  listOf(id(doc, as === undefined ? {} : { as }), doc, { min: 1, max: 200, ...limits });

/** A nested object with the GraphQL name of its type and the rules between its members. */
export const shape = <const F extends Fields>(
  type: string,
  doc: string,
  fields: F,
  rules: readonly Rule[] = [],
  facts: FactsOf<Pick<Shape, 'inAccount' | 'ofRow'>> = {},
): Shape<F> =>
  Object.freeze({ kind: 'shape', type, doc, fields: Object.freeze(fields), rules, ...facts });

/** An object of one of these shapes: a `@oneOf` input for clients, the member `tag` upstream. */
export const variant = (
  type: string,
  doc: string,
  { tag, of }: { readonly tag: string; readonly of: Readonly<Record<string, Shape>> },
): Variant => Object.freeze({ kind: 'variant', type, doc, tag, of: Object.freeze(of) });

/** Returns a function that adds facts to a parameter. */
export const marked =
  <const M extends object>(mark: M) =>
  <const P extends Param>(param: P): P & M => {
    const made = { ...param, ...mark };
    Object.freeze(made);
    return made;
  };

/** The same parameter, as required. */
export const required = marked({ required: true });

/** The same parameter of a write, which examples have with this value. Money is an amount: `50.00`. */
export const usually = <const P extends Param>(value: string | readonly string[], param: P): P =>
  marked({ usual: value })(param);

/**
 * An enumeration, declared once with its GraphQL name and the meaning of each of its values. `any`
 * takes all of its values, `only` and `except` take fewer; all of them share one GraphQL type.
 */
export const choices = <const V extends string>(
  type: string,
  about: string,
  meanings: Readonly<Record<V, string>>,
  facts: FactsOf<Pick<Choice, 'written' | 'aliases'>> = {},
) => {
  const all = Object.freeze(Object.keys(meanings) as V[]);
  const choice = <W extends V>(doc: string, values: readonly W[], fallback?: W): Choice<W> =>
    Object.freeze({
      kind: 'choice',
      doc,
      type,
      about,
      meanings,
      values,
      all,
      ...facts,
      ...(fallback !== undefined && { default: fallback }),
    });
  return {
    any: (doc: string, fallback?: V): Choice<V> => choice(doc, all, fallback),
    only: <const W extends V>(doc: string, ...values: readonly W[]): Choice<W> =>
      choice(doc, values),
    /** A filter of a list by this column. */
    of: (column: string, doc: string): Choice<V> =>
      Object.freeze({ ...choice(doc, all), matches: column }),
    except: (doc: string, ...values: readonly V[]): Choice<V> =>
      choice(
        doc,
        all.filter((value) => !values.includes(value)),
      ),
  };
};

/** The same parameters, all of them required. */
export const allRequired = <const F extends Readonly<Record<string, Param>>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, param]) => [name, required(param)])) as {
    readonly [N in keyof F]: Required<F[N]>;
  };

/** True for a required parameter. */
export const isRequired = (param: Param | Required): param is Required => 'required' in param;

const pathIds = new Map<string, Id>();

/** An id of the path as a parameter. Cached as well. */
export const pathId = (endpoint: HasPathIds, name: string): Id => {
  const as = pathIdName(endpoint, name);
  return getOrMake(pathIds, as, () => id('An identifier of the path', { as }));
};
