import { countParam } from '../upstream/catalogue/language/endpoint.ts';
import { quote } from '../upstream/client/answer/ascii.ts';
import { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import { InputError } from '../upstream/client/errors.ts';
import type { Row } from '../upstream/client/row.ts';
import { Anchors, escaped } from './anchors.ts';
import { writeDigits } from './base36.ts';
import { timeFrom, timePattern } from './cursor-time.ts';
import { EncodedParts } from './encoded-parts.ts';
import { fingerprintOf } from './list-kind.ts';
import type { PageAsk, PageCursors } from './page-ask.ts';
import type { Place, Position } from './position.ts';

const MAX_LENGTH = 2048;
/** In characters. */
const usualLength = 256;

/** For what becomes a string. */
const scratch = new JsonBytes(usualLength);

const parts = new EncodedParts();
const maxIds = 3;

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
 * the offset with the number of ids, the time and up to 3 ids. Each has 1 to 3 blanks behind it, and numbers are in base 36.
 */
export class RowCursors implements PageCursors {
  readonly #source: CursorSource;
  #anchors: Anchors | null = null;
  /** The upstream page of the first part that was encoded last, and at which turn; one page of a list has one `count`. */
  #page: Place | null = null;
  #turn = 0;

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
    this.#anchors ??= new Anchors(ask, rows, before);
    const anchors = this.#anchors;
    const to = anchors.idsBefore(end);
    const from = Math.max(0, to - maxIds);
    if (!this.#isEncoded(place) || !parts.reaches(from)) this.#encode(place, from);
    for (; parts.next < to; parts.end()) anchors.writeId(parts.bytes, parts.next);
    parts.writeFirst(out);
    writeDigits(out, withCount(place.offset, to - from));
    anchors.writeTime(out, end - 1);
    parts.writeIds(out, from, to);
  }

  #isEncoded({ cursor }: Place): boolean {
    return this.#turn === parts.turn && this.#page?.cursor === cursor;
  }

  #encode(place: Place, firstId: number): void {
    parts.begin(firstId);
    parts.bytes.base64Text(firstPartOf(this.#source.ask, place));
    parts.end();
    this.#turn = parts.turn;
    this.#page = place;
  }
}

// The number of ids, up to 3, tells where the end is, so that a cursor that was cut off is not valid.
const withCount = (offset: number, idCount: number): number => 4 * offset + idCount;
const withoutCount = (both: number): number => Math.floor(both / 4);

const firstPartOf = (ask: PageAsk, { cursor, count }: Place): string =>
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
    { code: 'INVALID_CURSOR' },
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
