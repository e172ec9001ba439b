import { isObject } from '../../catalogue/language/values.ts';
import { sentJson } from '../bytes/column.ts';
import {
  brace,
  bracket,
  bracketEnd,
  comma,
  firstOfNull,
  minus,
  nine,
  zero,
} from '../json/characters.ts';
import { parseUntrusted } from '../json/untrusted.ts';
import type { Row } from '../row.ts';

/** The figures of an entity, as the API sent them. They are parsed when they are read. */
export interface SentFigures {
  /** All of them, as JSON. */
  readonly json: string;
  /** The reason why these are not the figures of an entity as a whole; null if they are. */
  readonly fault: string | null;
  /** The value of a metric, as sent; undefined if the API did not send it. */
  readonly value: (metric: string) => unknown;
}

/** The usual start of an entity's figures as a whole, without conversions. */
const usualStart = '[{"segment":null,"metrics":{';
const usualEnd = '}}]';

/** The figures in a row. */
export const figuresIn = (row: Row): SentFigures => readFigures(sentJson(row, 'id_data'));

/** The figures in the `json` of others. Throws SyntaxError if it is not JSON. */
export const readFigures = (json: string): SentFigures => {
  const isUsual =
    json.startsWith(usualStart) &&
    json.endsWith(usualEnd) &&
    !json.includes('{', usualStart.length);
  if (!isUsual) return { json, ...parsedFigures(json) };
  let parsed: Pick<SentFigures, 'value'> | null = null;
  const value = (metric: string): unknown => {
    const found = parsed === null ? shortValue(json, metric) : unusual;
    if (found !== unusual) return found;
    parsed ??= parsedFigures(json);
    return parsed.value(metric);
  };
  return { json, fault: null, value };
};

const parsedFigures = (json: string): Pick<SentFigures, 'fault' | 'value'> => {
  const entries = parseUntrusted(json);
  const [whole, ...others] = Array.isArray(entries) ? (entries as unknown[]) : [];
  const { segment = null, metrics } = isObject(whole) ? whole : {};
  const value = (metric: string) => (isObject(metrics) ? metrics[metric] : undefined);
  if (segment !== null || others.length > 0) {
    return { value, fault: 'the figures are those of segments, which were not requested' };
  }
  return { value, fault: isObject(metrics) ? null : 'an entity has no figures' };
};

const unusual = Symbol('unusual');

/**
 * A value that is missing, null, or a list of nulls and short whole numbers, read in place:
 * `"clicks":[1,null]`. Others are `unusual`.
 */
const shortValue = (json: string, metric: string): unknown => {
  const name = `"${metric}":`;
  const at = json.indexOf(name, usualStart.length);
  if (at === -1) return undefined;
  const before = json.charCodeAt(at - 1);
  if (before !== brace && before !== comma) return unusual;
  const from = at + name.length;
  const first = json.charCodeAt(from);
  if (first === firstOfNull) return null;
  return first === bracket ? shortNumbers(json, from + 1) : unusual;
};

/** A number of so few digits is exact. */
const maxDigits = 15;
const nullLength = 4;

/** The numbers and nulls of a list that begins before `start`. */
const shortNumbers = (json: string, start: number): readonly (number | null)[] | typeof unusual => {
  const numbers: (number | null)[] = [];
  for (let at = start; ; at += 1) {
    const isNegative = json.charCodeAt(at) === minus;
    const first = isNegative ? at + 1 : at;
    let number = 0;
    let end = first;
    for (; end < first + maxDigits; end += 1) {
      const code = json.charCodeAt(end);
      if (code < zero || code > nine) break;
      number = 10 * number + code - zero;
    }
    if (end > first) numbers.push(isNegative ? -number : number);
    else if (json.charCodeAt(end) === firstOfNull) {
      numbers.push(null);
      end += nullLength;
    } else return unusual;
    const next = json.charCodeAt(end);
    if (next === bracketEnd) return numbers;
    if (next !== comma) return unusual;
    at = end;
  }
};
