/**
 * A cursor says where a list continues, in pieces with commas between them and a semicolon behind:
 *
 *     k3x9zq,20,c-14,3,=2024-01-01T00:00:00Z,8x1,8x2,8x3;
 *
 * - `k3x9zq`: the fingerprint of the list: its endpoint, path, parent, filters and order
 * - `20`, `c-14`: the upstream page, by its `count` and its cursor; empty if it had none
 * - `3`: how many rows of that page are before the position
 * - `=…`: the value of the last of them in the sort column; empty if no order is known
 * - the anchors of up to 3 rows before the position, the last one last: their ids, if rows can move
 *   in the list each with a fingerprint of its value, `8x1.0k3x9z`
 *
 * Other characters than letters, digits and `. _ : + -` are percent-encoded in a piece.
 */
import { countParam } from '../upstream/catalogue/language/endpoint.ts';
import type { Column } from '../upstream/client/column.ts';
import { columnOf, isPlain } from '../upstream/client/column.ts';
import { InputError } from '../upstream/client/errors.ts';
import { comma, quote } from '../upstream/client/json/characters.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf } from '../upstream/client/row.ts';
import type { Sink } from '../upstream/client/sink.ts';
import { literalOf } from '../upstream/client/sink.ts';
import { fingerprint } from './fingerprint.ts';
import { anchoring, isMovable, knownOrder } from './list-order.ts';
import type { PageAsk, PageCursors } from './page-ask.ts';
import { listKey } from './page-ask.ts';
import type { PagePlace, Position } from './resume.ts';

const MAX_LENGTH = 2048;
const maxAnchors = 3;

/** The cursor of a position. */
export const cursorOf = (ask: PageAsk, position: Position): string => {
  const { offset, value, anchors } = position;
  const pieces = [offset, value === null ? '' : `=${escaped(value)}`, ...anchors.map(escaped)];
  return `${headOf(fingerprint(listKey(ask)), position)}${pieces.join(',')};`;
};

/** The pieces that the cursors of an upstream page begin with. */
const headOf = (fingerprint: string, { count, cursor }: PagePlace): string =>
  `${fingerprint},${count ?? ''},${escaped(cursor ?? '')},`;

const escaped = (text: string): string =>
  isPlain(text) ? text : encodeURIComponent(text.toWellFormed());

/** The error for a cursor that cannot be followed: INVALID_CURSOR. */
export const invalidCursor = (): InputError =>
  new InputError(
    'This cursor does not continue this list; ask again without `after` to start over.',
    ['after'],
    { code: 'INVALID_CURSOR', reason: 'MALFORMED' },
  );

/**
 * The position in a cursor. Throws INVALID_CURSOR if it is damaged, longer than 2,048 characters or
 * of another list.
 */
export const parseCursor = (ask: PageAsk, after: string): Position => {
  const position = after.length <= MAX_LENGTH ? positionIn(after) : null;
  // A cursor is valid only if its position, written for this list, gives the same text again.
  if (position === null || !fits(ask, position) || cursorOf(ask, position) !== after) {
    throw invalidCursor();
  }
  return position;
};

const positionIn = (after: string): Position | null => {
  try {
    const [, count = '', cursor = '', offset = '', value = '', ...anchors] = after
      .slice(0, -1)
      .split(',')
      .map(decodeURIComponent);
    return {
      cursor: cursor === '' ? null : cursor,
      count: count === '' ? null : Number(count),
      offset: Number(offset),
      anchors,
      value: value === '' ? null : value.slice(1),
    };
  } catch {
    return null;
  }
};

// The fingerprint can be forged, so what the endpoint would refuse is refused here.
const fits = ({ endpoint }: PageAsk, { cursor, count, offset, anchors }: Position): boolean => {
  const counted = countParam(endpoint);
  const max = counted === null ? 0 : (counted.max ?? Number.POSITIVE_INFINITY);
  const follows = cursor === null || ('cursor' in endpoint.params && /^[!-~]+$/.test(cursor));
  const isCounted = count === null || (Number.isInteger(count) && count > 0 && count <= max);
  const isOffset = Number.isSafeInteger(offset) && offset >= 0;
  return follows && isCounted && isOffset && anchors.length <= maxAnchors;
};

/** What the cursors of a page are made of. */
interface CursorSource {
  readonly ask: PageAsk;
  /** The rows that were read from the position `before` on. */
  readonly rows: readonly Row[];
  readonly before: Position;
  /** How many of them are before the cursor of the page's row at an index. */
  readonly endAt: (index: number) => number;
  /** The place of the position before such an index. */
  readonly placeAt: (end: number) => PagePlace;
}

/** What the cursors of a page have in common. */
interface SharedPieces {
  readonly fingerprint: string;
  /** The anchor of a row; null for rows without ids. */
  readonly anchorOf: ((row: Row) => string) | null;
  /** The column of the ids if they are the anchors; else null. */
  readonly ids: Column | null;
  /** The column that the rows are sorted by; null if that is not known. */
  readonly sorted: Column | null;
}

const sharedPiecesOf = ({ ask, rows, before }: CursorSource): SharedPieces => {
  const key = ask.endpoint.returns.of?.key ?? null;
  const isSorted = before.anchors.length === 0 || before.value !== null;
  return {
    fingerprint: fingerprint(listKey(ask)),
    anchorOf: key === null ? null : anchoring(ask),
    ids: key === null || isMovable(ask) ? null : columnOf(key),
    sorted: isSorted ? knownOrder(ask, rows) : null,
  };
};

const end = literalOf(';"');
const equals = 0x3d;

/** The cursors of a page, each made only when it is needed. */
export class RowCursors implements PageCursors {
  readonly #source: CursorSource;
  #pieces: SharedPieces | null = null;
  /** The head for the upstream page of the last cursor that was written. */
  #head: { readonly cursor: string | null; readonly text: string } | null = null;

  constructor(source: CursorSource) {
    this.#source = source;
  }

  at(index: number): string {
    const { ask, rows, before, endAt, placeAt } = this.#source;
    const { anchorOf, sorted } = this.#sharedPieces();
    const to = endAt(index);
    const last = rows[to - 1];
    const near = anchorOf === null ? [] : rows.slice(Math.max(0, to - maxAnchors), to);
    return cursorOf(ask, {
      ...placeAt(to),
      anchors: [...before.anchors, ...near.map(anchorOf ?? idOf)].slice(-maxAnchors),
      value: last === undefined ? before.value : (sorted?.text(last) ?? null),
    });
  }

  /** Writes the same as `at`, without building a string if the values of the rows are plain. */
  write(out: Sink, index: number): void {
    const { ask, rows, before, endAt, placeAt } = this.#source;
    const to = endAt(index);
    const last = rows[to - 1];
    const reachesBack = to < maxAnchors && before.anchors.length > 0;
    if (last === undefined || reachesBack || isMovable(ask)) {
      out.string(this.at(index));
      return;
    }
    const { ids, sorted } = this.#sharedPieces();
    const place = placeAt(to);
    out.character(quote);
    out.ascii(this.#headFor(place));
    out.ascii(String(place.offset));
    out.character(comma);
    if (sorted !== null) {
      out.character(equals);
      writePiece(out, sorted, last);
    }
    for (let near = Math.max(0, to - maxAnchors); ids !== null && near < to; near += 1) {
      out.character(comma);
      writePiece(out, ids, rows[near] as Row);
    }
    out.literal(end);
  }

  #sharedPieces(): SharedPieces {
    this.#pieces ??= sharedPiecesOf(this.#source);
    return this.#pieces;
  }

  // All pages of a list have one `count`, so the upstream cursor identifies the page.
  #headFor(place: PagePlace): string {
    if (this.#head?.cursor !== place.cursor) {
      this.#head = { cursor: place.cursor, text: headOf(this.#sharedPieces().fingerprint, place) };
    }
    return this.#head?.text ?? '';
  }
}

const writePiece = (out: Sink, column: Column, row: Row): void => {
  if (!column.writePlain(row, out)) out.ascii(escaped(column.text(row)));
};
