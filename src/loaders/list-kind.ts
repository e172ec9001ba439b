import { TextColumn } from '../upstream/client/answer/lazy-row.ts';
import { setDigits } from './base36.ts';
import { sortColumnOf } from './order.ts';
import type { PageAsk } from './page-ask.ts';

/** A key that is equal for lists that differ in their parents alone: endpoint, account, filters and order. */
export const kindKey = ({ endpoint, path, parent, filters, sort }: PageAsk): string => {
  let key = `${endpoint.name} ${parent?.param ?? ''} ${sort ?? ''}`;
  for (const name in path) key += ` ${path[name]?.toLowerCase()}`;
  const names = Object.keys(filters);
  if (names.length === 0) return key;
  return key + JSON.stringify(names.sort().map((name) => [name, filters[name]]));
};

/** A key that is equal for equal lists. */
export const listKey = (ask: PageAsk): string =>
  `${ask.parent?.id.toLowerCase() ?? ''} ${kindKey(ask)}`;

interface Hashes {
  readonly one: number;
  readonly other: number;
}

/** What lists have in common that differ in their parents alone. */
export interface ListKind {
  /** An ask for one of them. */
  readonly like: PageAsk;
  readonly hashes: Hashes;
  /** The times that they are sorted by. */
  readonly times: TextColumn;
  /** Null for rows without ids. */
  readonly ids: TextColumn | null;
}

/** By filters, because asks that differ in their parents alone share them as an object. */
const kinds = new WeakMap<object, ListKind>();

/** The kind of the list of an ask. */
export const kindOf = (ask: PageAsk): ListKind => {
  const known = kinds.get(ask.filters);
  if (known !== undefined && areAlike(ask, known.like)) return known;
  const key = ask.endpoint.returns.of?.key ?? null;
  const kind = {
    like: ask,
    hashes: hashOf(`${kindKey(ask)} `, seeds),
    times: new TextColumn(sortColumnOf(ask.sort ?? '')),
    ids: key === null ? null : new TextColumn(key),
  };
  kinds.set(ask.filters, kind);
  return kind;
};

const areAlike = (one: PageAsk, other: PageAsk): boolean =>
  one.endpoint === other.endpoint &&
  one.path === other.path &&
  one.parent?.param === other.parent?.param &&
  one.sort === other.sort;

/**
 * Tells from which list a cursor comes, in 6 characters: two hashes of FNV-1a's kind in base 36. It protects from mistakes and not
 * from forgery, and pages are many, so it is not worth a cryptographic hash.
 */
export const fingerprintOf = (ask: PageAsk): string => {
  const { one, other } = hashOf(ask.parent?.id.toLowerCase() ?? '', kindOf(ask).hashes);
  setDigits(fingerprint, 3, 3, upper(one));
  setDigits(fingerprint, 6, 3, upper(other));
  return fingerprint.toString('latin1');
};

const fingerprint = Buffer.alloc(6);

const seeds: Hashes = { one: 0x811c9dc5, other: 0x9e3779b9 };

const hashOf = (text: string, from: Hashes): Hashes => {
  let { one, other } = from;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
  }
  return { one, other };
};

// The upper bits, which every character has reached.
const upper = (hash: number): number => hash >>> 11;
