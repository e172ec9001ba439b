import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { Entity, EntityByColumn } from '../../catalogue/language/entity.ts';
import {
  identifierOf,
  lowerId,
  pathIdName,
  pathNames,
} from '../../catalogue/language/identifiers.ts';
import { isObject, type Values } from '../../catalogue/language/values.ts';
import { reportAnomaly } from '../anomalies.ts';
import { Column } from '../bytes/column.ts';
import { badResponse } from '../errors.ts';
import { idOf, isLater, type Row, type RowSource, sentOf, tagRow } from '../row.ts';
import type { UpstreamCall } from './refusals.ts';

/** The readable data of a response. */
export interface ReadData {
  readonly rows: readonly Row[];
  readonly texts: readonly string[];
  /** The number of items that could not be read. */
  readonly dropped: number;
  /** True if ids that differ only in case occur in two spellings. */
  readonly respelt: boolean;
  /** True if the response has different figures for one id: then no row has that id. */
  readonly contradicted: boolean;
}

const noData: ReadData = Object.freeze({
  rows: [],
  texts: [],
  dropped: 0,
  respelt: false,
  contradicted: false,
});

/** The `account_id` of an input; undefined if it has none. */
export const accountOf = (input: Values): string | undefined => {
  const account = input['account_id'];
  return typeof account === 'string' ? account : undefined;
};

/**
 * The rows or the texts of a response; in lists, rows with the same id are one. Throws
 * TransportError if the response should be one entity but is not, or is not the entity that the
 * path names.
 */
export const rowsOf = (
  call: UpstreamCall,
  data: readonly unknown[],
  flaws: readonly Error[],
): ReadData => {
  const { endpoint, input } = call;
  const { as, of } = endpoint.returns;
  if (as === 'texts') {
    const texts = data.filter((text) => typeof text === 'string');
    return { ...noData, texts, dropped: data.length - texts.length };
  }
  if (of === null) return noData;
  const account = of.inAccount ? (accountOf(input)?.toLowerCase() ?? null) : null;
  const sourceOf = rowSources(endpoint, {
    entity: of,
    accountId: account,
    endpoint,
    input,
    ...(flaws.length > 0 && { flaws }),
  });
  if (as === 'one') {
    const one = withoutPeople(of, singleRow(call, data, of));
    return { ...noData, rows: [tagRow(one, sourceOf(one))] };
  }
  const rows: Row[] = [];
  const key = of.key === null ? null : new Column(of.key);
  for (const item of data) {
    if (isObject(item) && hasKey(item, key)) rows.push(tagRow(item, sourceOf(item)));
  }
  const dropped = data.length - rows.length;
  // The response of a write keeps repeated rows, because they are matched with the sent items.
  const isList = as === 'page' || as === 'rows';
  return isList && key !== null && hasRepeats(rows, key)
    ? { ...noData, ...withoutRepeats(rows, of), dropped }
    : { ...noData, rows, dropped };
};

/** The row without the members that its entity withholds. */
const withoutPeople = ({ withholds }: Entity, row: Values): Values =>
  withholds.length === 0
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => !withholds.includes(name)));

/** One row for each id, ignoring case: the one with the latest `updated_at`, else the first. */
const withoutRepeats = (
  rows: readonly Row[],
  { isFigures }: Entity,
): Pick<ReadData, 'rows' | 'respelt' | 'contradicted'> => {
  const byId = new Map<string, Row>();
  const contradicted = new Set<string>();
  let respelt = false;
  for (const row of rows) {
    const id = idOf(row);
    const known = byId.get(lowerId(id));
    const replaces = known === undefined || isLater(row, known);
    if (isFigures && known !== undefined && !isSame(row, known)) contradicted.add(lowerId(id));
    if (known !== undefined) {
      reportAnomaly(replaces ? 'row_changed' : 'row_repeated');
      respelt ||= idOf(known) !== id;
    }
    if (replaces) byId.set(lowerId(id), row);
  }
  for (const id of contradicted) byId.delete(id);
  return { rows: [...byId.values()], respelt, contradicted: contradicted.size > 0 };
};

const isSame = (one: Row, other: Row): boolean =>
  JSON.stringify(sentOf(one)) === JSON.stringify(sentOf(other));

/** False for a row without its id. */
const hasKey = (row: Values, key: Column | null): boolean => {
  if (key === null) return true;
  if (key.textIn(row) !== null) return key.to > key.from;
  const id = row[key.name];
  return (typeof id === 'string' && id !== '') || isCount(id);
};

/** True for a whole number of at least 0 that has all its digits. */
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const singleRow = (
  call: UpstreamCall,
  data: readonly unknown[],
  { key, columns }: Entity,
): Values => {
  const [row] = data;
  if (!isObject(row) || data.length > 1)
    throw badResponse(call.endpoint.name, 'the response is not one entity');
  if (key === null) {
    // An empty response does not show that a write was applied. Counts are judged elsewhere.
    const { readOnly, returns } = call.endpoint;
    const isBare = !Object.keys(columns).some((name) => Object.hasOwn(row, name));
    if (isBare && !readOnly && returns.counted === undefined)
      throw badResponse(call.endpoint.name, 'the response is empty');
    return row;
  }
  if (!hasKey(row, new Column(key)))
    throw badResponse(call.endpoint.name, `the response has no ${key}`);
  const expectedId = idInPath(call);
  if (expectedId !== null && lowerId(row[key]) !== expectedId) {
    reportAnomaly('row_not_asked_for');
    throw badResponse(call.endpoint.name, 'the response is about another id');
  }
  return row;
};

/**
 * The id at the end of the path, in lower case, which the response must be about. Null if the path
 * ends with another kind of id, such as the account of a new row.
 */
const idInPath = ({ endpoint, input }: UpstreamCall): string | null => {
  const name = endpoint.path.endsWith('}') ? pathNames(endpoint.path).at(-1) : undefined;
  if (name === undefined) return null;
  const { of, orOf = [] } = identifierOf(pathIdName(endpoint, name));
  const isOther = of !== undefined && ![of, ...orOf].includes(endpoint.returns.of?.name ?? '');
  return isOther ? null : lowerId(input[name]);
};

/** The source of each row. If a response mixes entities, the first kind that matches counts. */
const rowSources = (
  { returns: { kinds } }: Endpoint,
  source: RowSource,
): ((row: Values) => RowSource) => {
  if (kinds === undefined) return () => source;
  const tests = kinds.map((kind) => ({
    matches: testOf(kind),
    source: { ...source, entity: kind.of },
  }));
  return (row) => tests.find(({ matches }) => matches(row))?.source ?? source;
};

const testOf = ({ column, like }: EntityByColumn): ((row: Values) => boolean) => {
  const pattern = new RegExp(like ?? '');
  return ({ [column]: value }) =>
    value !== undefined && value !== null && pattern.test(String(value));
};

const slots = new Int32Array(4096);

/**
 * True if two of these rows of an entity have the same id, ignoring case. This runs for every page,
 * so up to 2,048 ids are compared in the response itself, in a hash table that is reused: open
 * addressing, FNV-1a as the hash, and in each used slot the index of a row plus 1.
 */
const hasRepeats = (rows: readonly Row[], key: Column): boolean => {
  if (rows.length > slots.length / 2) return hasEqual(rows);
  // With four slots for each id, collisions are rare. A short page clears a short part of the
  // table.
  const size = Math.min(slots.length, 2 ** Math.ceil(Math.log2(4 * rows.length + 1)));
  slots.fill(0, 0, size);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as Row;
    const hash = hashOf(key, row);
    if (hash === null) return hasEqual(rows);
    let slot = hash & (size - 1);
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (isSameId(key, row, rows[taken - 1] as Row)) return true;
      slot = (slot + 1) & (size - 1);
    }
    slots[slot] = index + 1;
  }
  return false;
};

const hasEqual = (rows: readonly Row[]): boolean =>
  new Set(rows.map((row) => idOf(row).toLowerCase())).size < rows.length;

/** By byte: letters of ASCII in lower case, because the API ignores the case of ids. */
const lowered = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

const isSameId = (key: Column, one: Row, other: Row): boolean => {
  const bytes = key.textIn(one)?.bytes;
  const { from, to } = key;
  const otherBytes = key.textIn(other)?.bytes;
  if (bytes === undefined || otherBytes === undefined || to - from !== key.to - key.from) {
    return false;
  }
  for (let index = from, at = key.from; index < to; index += 1, at += 1) {
    const byte = lowered[bytes[index] as number];
    if (byte !== lowered[otherBytes[at] as number]) return false;
  }
  return true;
};

/** The hash of a row's id; null if the id is no plain text of its response. */
const hashOf = (key: Column, row: Row): number | null => {
  const bytes = key.textIn(row)?.bytes;
  if (bytes === undefined) return null;
  let hash = 0x811c9dc5;
  for (let at = key.from; at < key.to; at += 1) {
    hash = Math.imul(hash ^ (lowered[bytes[at] as number] as number), 0x01000193);
  }
  // The lower bits alone depend little on the first characters.
  return hash ^ (hash >>> 15);
};
