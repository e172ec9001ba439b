import { countParam } from '../upstream/catalogue/language/endpoint.ts';
import { InputError } from '../upstream/client/errors.ts';
import type { PageAsk } from './page-ask.ts';

/** The position at which a list continues: what a cursor contains. */
export interface Position {
  /** The upstream cursor of the page; null for the first page. */
  readonly cursor: string | null;
  /** The `count` that the page was read with; null where the list was never read alone. */
  readonly count: number | null;
  /** The number of rows of the page before the position; 0 at the start of a page. */
  readonly offset: number;
  /** The ids of up to 3 rows before the position, the last of them last. They find it again after rows were added or deleted. */
  readonly ids: readonly string[];
  /** The time in the sort column of the last of them, as the API writes it; null where the rows are in no order of time. */
  readonly at: string | null;
}

export const BEGINNING: Position = Object.freeze({
  cursor: null,
  count: null,
  offset: 0,
  ids: [],
  at: null,
});

const MAX_LENGTH = 2048;

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
 * Tells from which list a cursor comes, in 8 characters: two hashes of FNV-1a's kind in base 36. It protects from mistakes and not
 * from forgery, and pages are many, so it is not worth a cryptographic hash.
 */
const fingerprintOf = (ask: PageAsk): string => {
  const key = listKey(ask);
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
  }
  return digitsOf(one) + digitsOf(other);
};

// The upper bits, which every character has reached.
const digitsOf = (hash: number): string => ((hash >>> 11) % 36 ** 4).toString(36).padStart(4, '0');

/**
 * Creates the function that writes cursors of a list, as base64url without padding. The text in them is
 * `<fingerprint><count> <upstream cursor> <offset> <time> <ids>|`, numbers in base 36. The part up to the offset is the same
 * for neighbouring rows, and is encoded once for all of them.
 */
export const createCursorWriter = (ask: PageAsk): ((position: Position) => string) => {
  let fingerprint: string | null = null;
  let page: Position | null = null;
  let head = '';
  return (position) => {
    fingerprint ??= fingerprintOf(ask);
    if (page?.cursor !== position.cursor || page.count !== position.count) {
      head = headOf(fingerprint, position);
      page = position;
    }
    return head + tailOf(position);
  };
};

const headOf = (fingerprint: string, { cursor, count }: Position): string =>
  base64Of(`${fingerprint}${count?.toString(36) ?? ''} ${escaped(cursor ?? '')} `);

const tailOf = ({ offset, ids, at }: Position): string => {
  let text = `${offset.toString(36)} ${at ?? ''}`;
  for (const id of ids) text += ` ${escaped(id)}`;
  // The end is marked, so that a cursor that was cut off is not valid.
  return base64Of(`${text}|`);
};

/**
 * Text as base64url. It is padded with blanks to a multiple of 3 characters, which are 4 characters of base64 each, so that the
 * results can be joined. Without `>`, `?` and `~`, ASCII text has the same form in base64 and base64url.
 */
const base64Of = (plain: string): string => btoa(plain + blanks[plain.length % 3]);
const blanks = ['', '  ', ' '] as const;

const escaped = (text: string): string => {
  // Ids are short, and a regular expression takes longer than to look at each character.
  for (let index = 0; index < text.length; index += 1) {
    if (isKept[text.charCodeAt(index)] !== 1) {
      return encodeURIComponent(text.toWellFormed()).replaceAll('~', '%7E');
    }
  }
  return text;
};

/** By character: 1 for those that stand for themselves. */
const isKept = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[!-$&-=@-{}]/.test(String.fromCharCode(code))),
);

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
  if (position === null || !fits(ask, position) || createCursorWriter(ask)(position) !== after) {
    throw invalidCursor();
  }
  return position;
};

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`;
const wholeTime = new RegExp(`^${time}$`);
const layout = new RegExp(
  String.raw`^[\w-]{8}([0-9a-z]{0,10}) ([!-~]*) {1,3}([0-9a-z]{1,10}) (${time})?((?: [!-~]+){0,3})\| {0,2}$`,
);

/** The value of a column if it can stand in a cursor as a time; else null. */
export const timeOf = (value: unknown): string | null =>
  typeof value === 'string' && wholeTime.test(value) ? value : null;

const positionIn = (after: string): Position | null => {
  const match = layout.exec(Buffer.from(after, 'base64url').toString('latin1'));
  if (match === null) return null;
  const [, count = '', cursor = '', offset = '', at = null, ids = ''] = match;
  try {
    return {
      cursor: cursor === '' ? null : decodeURIComponent(cursor),
      count: count === '' ? null : Number.parseInt(count, 36),
      offset: Number.parseInt(offset, 36),
      ids: ids
        .split(' ')
        .slice(1)
        .map((id) => decodeURIComponent(id)),
      at,
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
