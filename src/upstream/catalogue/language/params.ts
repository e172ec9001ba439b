/**
 * The vocabulary in which the catalogue is written: what a parameter or a column holds, its limits and its
 * documentation. Everything here builds inert, frozen data.
 */

import type {
  About,
  Choice,
  Fields,
  Flag,
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
import type { Rule } from './rules.ts';

export type * from './kinds.ts';

type Limits<T, K extends keyof T> = { readonly [P in K]?: NonNullable<T[P]> };

/** Text, and what it is held to. */
export const text = (
  doc: string,
  limits: Limits<
    Text,
    'min' | 'max' | 'format' | 'matches' | 'lead' | 'oneOf' | 'personal' | 'secret' | 'clears'
  > = {},
): Text => Object.freeze({ kind: 'text', doc, ...limits });

/** An identifier, known by the name it stands under. */
export const id = (doc: string, facts: Limits<Id, 'as'> = {}): Id =>
  Object.freeze({ kind: 'id', doc, ...facts });

/** A whole number within 32 bits, and its range. */
export const int = (
  doc: string,
  limits: Limits<Int, 'min' | 'max' | 'default' | 'oneOf'> = {},
): Int => Object.freeze({ kind: 'int', doc, ...limits });

/** A whole number within 64 bits. */
export const long = (doc: string, limits: Limits<Long, 'min'> = {}): Long =>
  Object.freeze({ kind: 'long', doc, ...limits });

/** Money in micros of the account's currency: amount × 1,000,000 whatever the currency's decimals. */
export const micros = (doc: string): Long =>
  long(`${doc}. In micros of the currency: amount × 1,000,000`, { min: '0' });

/** A boolean, and what it does to a list. */
export const flag = (
  doc: string,
  facts: Limits<Flag, 'default' | 'reveals' | 'trims'> = {},
): Flag => Object.freeze({ kind: 'flag', doc, ...facts });

/** An instant, how exact it is and how far ahead it may be. */
export const time = (
  doc: string,
  limits: Limits<Time, 'whole' | 'drops' | 'withinYears' | 'written'> = {},
): Time => Object.freeze({ kind: 'time', doc, ...limits });

/** JSON of any form, passed through. */
export const json = (doc: string): Json => Object.freeze({ kind: 'json', doc });

/** Several values of one kind. */
export const listOf = <P extends Param>(
  of: P,
  doc: string,
  limits: Limits<
    List,
    'min' | 'max' | 'matches' | 'oneEach' | 'keyedBy' | 'default' | 'clears'
  > = {},
): List<P> => Object.freeze({ kind: 'list', of, doc, ...limits });

/** Identifiers, at most 200 unless said otherwise. `matches` names the column that a list filters by. */
export const ids = (
  doc: string,
  { as, ...limits }: Limits<List, 'max' | 'matches' | 'clears'> & Limits<Id, 'as'> = {},
): List<Id> =>
  listOf(id(doc, as === undefined ? {} : { as }), doc, { min: 1, max: 200, ...limits });

/** A nested object under the name of its type, with the conditions between its members. */
export const shape = <const F extends Fields>(
  type: string,
  doc: string,
  fields: F,
  rules: readonly Rule[] = [],
  facts: Limits<Shape, 'inAccount'> = {},
): Shape<F> =>
  Object.freeze({ kind: 'shape', type, doc, fields: Object.freeze(fields), rules, ...facts });

/** A nested object that is exactly one of these shapes: what `tag` says upstream, and a `@oneOf` input for clients. */
export const variant = (
  type: string,
  doc: string,
  { tag, of }: { readonly tag: string; readonly of: Readonly<Record<string, Shape>> },
): Variant => Object.freeze({ kind: 'variant', type, doc, tag, of: Object.freeze(of) });

/** The same parameter, which must be given. */
export const required = <const P extends Param>(param: P): Required<P> => {
  const made: Required<P> = { ...param, required: true };
  Object.freeze(made);
  return made;
};

/**
 * A closed set, declared once under the name clients see, with what is known about it; an endpoint that takes fewer says
 * `only` or `except`.
 */
export const choices = <const V extends string>(
  type: string,
  all: readonly V[],
  about?: About<NoInfer<V>>,
) => {
  const choice = <W extends V>(doc: string, values: readonly W[], fallback?: W): Choice<W> =>
    Object.freeze({
      kind: 'choice',
      doc,
      type,
      values,
      all,
      ...(about !== undefined && { about }),
      ...(fallback !== undefined && { default: fallback }),
    });
  return {
    any: (doc: string, fallback?: V): Choice<V> => choice(doc, all, fallback),
    only: <const W extends V>(doc: string, ...values: readonly W[]): Choice<W> =>
      choice(doc, values),
    /** The filter of a list by that column. */
    of: (column: string, doc: string): Choice<V> =>
      Object.freeze({ ...choice(doc, all), matches: column }),
    except: (doc: string, ...values: readonly V[]): Choice<V> =>
      choice(
        doc,
        all.filter((value) => !values.includes(value)),
      ),
  };
};

/** True where a write must bring the parameter. */
export const isRequired = (param: Param | Required): param is Required => 'required' in param;
