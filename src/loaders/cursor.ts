/**
 * A cursor says where a list continues, in pieces with commas between them and a semicolon behind:
 *
 *     k3x9zq,20,c-14,3,=2024-01-01T00:00:00Z,8x1,8x2,8x3;
 *
 * - `k3x9zq`: the fingerprint of the list: its endpoint, path, parent, filters and order
 * - `20`, `c-14`: the upstream page, by its `count` and its cursor; empty if it had none
 * - `3`: how many rows of that page are before the position
 * - `=…`: the value of the last of them in the sort column; empty if no order is known
 * - the anchors of up to 3 rows before the position, in their order: their ids; if rows can move in
 *   the list, each with a fingerprint of its value, `8x1.0k3x9z`
 *
 * So this one continues after row 3 of the upstream page that `c-14` reads with a `count` of 20. If
 * rows were added or deleted meanwhile, the anchors find the position again.
 *
 * Other characters than letters, digits and `. _ : + -` are percent-encoded in a piece.
 */
import { countParam, type Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import { getOrMake, memoize } from '../upstream/catalogue/memoize.ts';
import { type Column, columnOf, isPlain } from '../upstream/client/bytes/column.ts';
import { literalOf, type Sink } from '../upstream/client/bytes/sink.ts';
import { InputError } from '../upstream/client/errors.ts';
import { comma, quote } from '../upstream/client/json/characters.ts';
import { idOf, type Row } from '../upstream/client/row.ts';
import type { Order, OrderedList, PagePosition, Position } from './list-order.ts';
import { anchoring, areInOrder, fingerprint, hashOf, isMovable, orderOf } from './list-order.ts';
import { ownKey, type PageCursors, type PageQuery } from './page-query.ts';

const maxLength = 2048;
const maxAnchors = 3;

/** The cursor of a position. */
export const cursorOf = (query: PageQuery, position: Position): string => {
  const { offset, value, anchors } = position;
  const pieces = [
    offset,
    value === null ? '' : `=${encodePiece(value)}`,
    ...anchors.map(encodePiece),
  ];
  return `${pageHead(fingerprintOf(query), position)}${pieces.join(',')};`;
};

/** The pieces that the cursors of an upstream page share, with a comma behind. */
const pageHead = (fingerprint: string, { count, cursor }: PagePosition): string =>
  `${fingerprint},${count ?? ''},${encodePiece(cursor ?? '')},`;

const encodePiece = (text: string): string =>
  isPlain(text) ? text : encodeURIComponent(text.toWellFormed());

/** The error for a cursor that cannot be followed: INVALID_CURSOR. */
export const invalidCursor = (): InputError =>
  new InputError(
    'This cursor does not belong to this list with these filters and this order. Start again without `after`.',
    ['after'],
    { code: 'INVALID_CURSOR', reason: 'MALFORMED' },
  );

/**
 * The position in a cursor. Throws INVALID_CURSOR if it is damaged, longer than 2,048 characters or
 * of another list.
 */
export const parseCursor = (query: PageQuery, after: string): Position => {
  const position = after.length <= maxLength ? decodePosition(after) : null;
  // A cursor is valid only if its position, written for this list, gives the same text again.
  if (position === null || !isAllowed(query, position) || cursorOf(query, position) !== after) {
    throw invalidCursor();
  }
  return position;
};

const decodePosition = (after: string): Position | null => {
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

// A client can forge a cursor, so values that the endpoint would refuse are refused here.
const isAllowed = (
  { endpoint }: PageQuery,
  { cursor, count, offset, anchors }: Position,
): boolean => {
  const counted = countParam(endpoint);
  const max = counted === null ? 0 : (counted.max ?? Number.POSITIVE_INFINITY);
  const isCursorAllowed =
    cursor === null || ('cursor' in endpoint.params && /^[!-~]+$/.test(cursor));
  const isCountAllowed = count === null || (Number.isInteger(count) && count > 0 && count <= max);
  const isOffsetAllowed = Number.isSafeInteger(offset) && offset >= 0;
  return isCursorAllowed && isCountAllowed && isOffsetAllowed && anchors.length <= maxAnchors;
};

/** The rows and positions of which the cursors of a page are made. */
interface CursorSource {
  readonly query: PageQuery;
  /** The rows that were read from the position `before` on. */
  readonly rows: readonly Row[];
  readonly before: Position;
  /** The number of these rows up to the row at `index` of the page, inclusive. */
  readonly rowsUpTo: (index: number) => number;
  /** The position after this number of rows. */
  readonly positionAt: (rowCount: number) => PagePosition;
}

/** The facts that all cursors of an endpoint's lists share, for one order. */
interface ListPieces {
  /** The anchor of a row; null for rows without ids. */
  readonly anchorOf: ((row: Row) => string) | null;
  /** The column of the ids if the ids are the anchors; else null. */
  readonly idColumn: Column | null;
  readonly order: Order | null;
  /** True if rows can move in the list (`isMovable`). */
  readonly isMovable: boolean;
}

const makePieces = (list: OrderedList): ListPieces => {
  const key = list.endpoint.returns.of?.key ?? null;
  const canMove = isMovable(list);
  return {
    anchorOf: key === null ? null : anchoring(list),
    idColumn: key === null || canMove ? null : columnOf(key),
    order: orderOf(list),
    isMovable: canMove,
  };
};

const piecesBySort = memoize((_: Endpoint) => new Map<string | null, ListPieces>());

const listPieces = ({ endpoint, sort }: OrderedList): ListPieces =>
  getOrMake(piecesBySort(endpoint), sort, () => makePieces({ endpoint, sort }));

const fingerprintOf = (query: PageQuery): string =>
  fingerprint(hashOf(ownKey(query), query.kind.hash));

/** The facts that all cursors of a page share. */
interface PagePieces {
  readonly list: ListPieces;
  readonly fingerprint: string;
  /** The column that the rows are sorted by; null if it is unknown. */
  readonly sortColumn: Column | null;
}

const pagePiecesOf = ({ query, rows, before }: CursorSource): PagePieces => {
  const list = listPieces(query);
  const isSorted = before.anchors.length === 0 || before.value !== null;
  const isKnown = isSorted && list.order !== null && areInOrder(list.order, rows);
  return {
    list,
    fingerprint: fingerprintOf(query),
    sortColumn: isKnown ? list.order.column : null,
  };
};

const closing = literalOf(';"');
const equals = 0x3d;

/** The cursors of a page. Each is made when it is needed. */
export class RowCursors implements PageCursors {
  readonly #source: CursorSource;
  #pieces: PagePieces | null = null;
  /** The head for the upstream page of the last cursor that was written. */
  #head: { readonly cursor: string | null; readonly text: string } | null = null;

  constructor(source: CursorSource) {
    this.#source = source;
  }

  at(index: number): string {
    const { query, rows, before, rowsUpTo, positionAt } = this.#source;
    const { list, sortColumn } = this.#piecesOfPage();
    const { anchorOf } = list;
    const rowCount = rowsUpTo(index);
    const last = rows[rowCount - 1];
    const near = anchorOf === null ? [] : rows.slice(Math.max(0, rowCount - maxAnchors), rowCount);
    return cursorOf(query, {
      ...positionAt(rowCount),
      anchors: [...before.anchors, ...near.map(anchorOf ?? idOf)].slice(-maxAnchors),
      value: last === undefined ? before.value : (sortColumn?.text(last) ?? null),
    });
  }

  /** Writes the same as `at`, without building a string if the values of the rows are plain. */
  write(out: Sink, index: number): void {
    const { rows, before, rowsUpTo, positionAt } = this.#source;
    const { list, sortColumn } = this.#piecesOfPage();
    const { idColumn } = list;
    const rowCount = rowsUpTo(index);
    const last = rows[rowCount - 1];
    const needsEarlierAnchors = rowCount < maxAnchors && before.anchors.length > 0;
    if (last === undefined || needsEarlierAnchors || list.isMovable) {
      out.string(this.at(index));
      return;
    }
    const position = positionAt(rowCount);
    out.character(quote);
    out.ascii(this.#headFor(position));
    out.ascii(String(position.offset));
    out.character(comma);
    if (sortColumn !== null) {
      out.character(equals);
      writePiece(out, sortColumn, last);
    }
    const start = Math.max(0, rowCount - maxAnchors);
    for (let at = start; idColumn !== null && at < rowCount; at += 1) {
      out.character(comma);
      writePiece(out, idColumn, rows[at] as Row);
    }
    out.literal(closing);
  }

  #piecesOfPage(): PagePieces {
    this.#pieces ??= pagePiecesOf(this.#source);
    return this.#pieces;
  }

  // All pages of a list have one `count`, so the upstream cursor identifies the page.
  #headFor(position: PagePosition): string {
    if (this.#head?.cursor !== position.cursor) {
      this.#head = {
        cursor: position.cursor,
        text: pageHead(this.#piecesOfPage().fingerprint, position),
      };
    }
    return this.#head?.text ?? '';
  }
}

const writePiece = (out: Sink, column: Column, row: Row): void => {
  if (!column.writePlain(row, out)) out.ascii(encodePiece(column.text(row)));
};
