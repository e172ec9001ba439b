import { countParam } from '../upstream/catalogue/language/endpoint.ts';
import { quote } from '../upstream/client/answer/ascii.ts';
import { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import { InputError } from '../upstream/client/errors.ts';
import type { Row } from '../upstream/client/row.ts';
import { Anchors, escaped } from './anchors.ts';
import { setDigits, writeDigits } from './base36.ts';
import { timeFrom, timePattern } from './cursor-time.ts';
import type { PageAsk, PageCursors } from './page-ask.ts';
import type { Place, Position } from './position.ts';

const MAX_LENGTH = 2048;
/** In characters. */
const usualLength = 256;
/** The same for a first part. */
const usualHeadRoom = 64;

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

/**
 * Tells from which list a cursor comes, in 6 characters: two hashes of FNV-1a's kind in base 36. It protects from mistakes and not
 * from forgery, and pages are many, so it is not worth a cryptographic hash.
 */
const fingerprintOf = (ask: PageAsk): string => {
  const { one, other } = hashOf(ask.parent?.id.toLowerCase() ?? '', kindHashesOf(ask));
  setDigits(fingerprint, 3, 3, upper(one));
  setDigits(fingerprint, 6, 3, upper(other));
  return fingerprint.toString('latin1');
};

const fingerprint = Buffer.alloc(6);

interface Hashes {
  readonly one: number;
  readonly other: number;
}

/** The hashes of a kind of lists, and an ask for one of them. */
interface Kind {
  readonly like: PageAsk;
  readonly hashes: Hashes;
}

/** By filters, because asks that differ in their parents alone share them as an object. */
const kinds = new WeakMap<object, Kind>();

const kindHashesOf = (ask: PageAsk): Hashes => {
  const known = kinds.get(ask.filters);
  if (known !== undefined && areAlike(ask, known.like)) return known.hashes;
  const hashes = hashOf(`${kindKey(ask)} `, seeds);
  kinds.set(ask.filters, { like: ask, hashes });
  return hashes;
};

const areAlike = (one: PageAsk, other: PageAsk): boolean =>
  one.endpoint === other.endpoint &&
  one.path === other.path &&
  one.parent?.param === other.parent?.param &&
  one.sort === other.sort;

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

/** For what becomes a string. */
const scratch = new JsonBytes(usualLength);

/** What the cursors of a page are made of. */
interface CursorSource {
  readonly ask: PageAsk;
  /** The rows that were read from the position `before` on. */
  readonly rows: readonly Row[];
  readonly before: Position;
  /** The index of the page's first row among them. */
  readonly start: number;
  /** The place of the position before such an index. */
  readonly placeAt: (end: number) => Place;
}

/**
 * The cursors of a page, as base64url without padding. The parts of a cursor are `<fingerprint><count> <upstream cursor>`,
 * the offset with the number of ids, the time and the ids. Each has 1 to 3 blanks behind it, and numbers are in base 36. The first part is the
 * same for neighbouring rows, and is encoded once for all of them.
 */
export class RowCursors implements PageCursors {
  readonly #source: CursorSource;
  #anchors: Anchors | null = null;
  #page: Place | null = null;
  readonly #head = new JsonBytes(usualHeadRoom);

  constructor(source: CursorSource) {
    this.#source = source;
  }

  at(index: number): string {
    this.#append(scratch, index);
    return scratch.takeText();
  }

  write(out: JsonBytes, index: number): void {
    out.byte(quote);
    this.#append(out, index);
    out.byte(quote);
  }

  #append(out: JsonBytes, index: number): void {
    const { ask, rows, before, start, placeAt } = this.#source;
    const end = start + index + 1;
    const place = placeAt(end);
    if (this.#page?.cursor !== place.cursor || this.#page.count !== place.count) {
      this.#head.length = 0;
      this.#head.base64Text(headOf(ask, place));
      this.#page = place;
    }
    out.part(this.#head, 0, this.#head.length);
    this.#anchors ??= new Anchors(ask.sort, rows, before);
    writeDigits(out, withCount(place.offset, this.#anchors.idCount(end)));
    this.#anchors.write(out, end);
  }
}

// The number of ids, up to 3, tells where the end is, so that a cursor that was cut off is not valid.
const withCount = (offset: number, idCount: number): number => 4 * offset + idCount;
const withoutCount = (both: number): number => Math.floor(both / 4);

const headOf = (ask: PageAsk, { cursor, count }: Place): string =>
  `${fingerprintOf(ask)}${count?.toString(36) ?? ''} ${escaped(cursor ?? '')}`;

/** The cursor of a position. */
export const cursorOf = (ask: PageAsk, position: Position): string => {
  const source = { ask, rows: [], before: position, start: 0, placeAt: () => position };
  return new RowCursors(source).at(-1);
};

/** The error for a cursor that cannot be followed: INVALID_CURSOR. */
export const invalidCursor = (): InputError =>
  new InputError(
    'this cursor does not continue this list; ask again without `after` to start over',
    ['after'],
    'INVALID_CURSOR',
  );

/** The position in a cursor. Throws INVALID_CURSOR where it is damaged, longer than 2,048 characters or of another list. */
export const parseCursor = (ask: PageAsk, after: string): Position => {
  const position = after.length <= MAX_LENGTH ? positionIn(after) : null;
  // A cursor is valid only if writing its position for this list gives the same text, with the same fingerprint.
  if (position === null || !fits(ask, position) || cursorOf(ask, position) !== after) {
    throw invalidCursor();
  }
  return position;
};

const layout = new RegExp(
  String.raw`^[\w-]{6}([0-9a-z]{0,10}) ([!-~]*) {1,3}([0-9a-z]{1,10}) {1,3}(?:(${timePattern}) {1,3}| {3})((?:[!-~]+ {1,3}){0,3})$`,
);

const positionIn = (after: string): Position | null => {
  const match = layout.exec(Buffer.from(after, 'base64url').toString('latin1'));
  if (match === null) return null;
  const [, count = '', cursor = '', offset = '', at, ids = ''] = match;
  try {
    return {
      cursor: cursor === '' ? null : decodeURIComponent(cursor),
      count: count === '' ? null : Number.parseInt(count, 36),
      offset: withoutCount(Number.parseInt(offset, 36)),
      ids: ids
        .split(/ +/)
        .slice(0, -1)
        .map((id) => decodeURIComponent(id)),
      at: at === undefined ? null : timeFrom(at),
    };
  } catch {
    return null;
  }
};

// The fingerprint can be forged, so a count or upstream cursor that the endpoint would refuse is refused here.
const fits = ({ endpoint }: PageAsk, { cursor, count }: Position): boolean => {
  const counted = countParam(endpoint);
  const max = counted === null ? 0 : (counted.max ?? Number.POSITIVE_INFINITY);
  const follows = cursor === null || ('cursor' in endpoint.params && /^[!-~]+$/.test(cursor));
  return follows && (count === null || (count > 0 && count <= max));
};
