import { hash } from 'node:crypto';
import { countParam } from '../upstream/catalogue/language/endpoint.ts';
import { InputError } from '../upstream/client/errors.ts';
import type { PageAsk } from './page-ask.ts';

/** Where a list goes on. */
export interface Position {
  /** The page of the upstream list, as its own cursor; null for the first. */
  readonly cursor: string | null;
  /** The `count` that page was asked with; null where it was never asked alone. */
  readonly count: number | null;
  /** The rows of that page that lie before; 0 at its border. */
  readonly offset: number;
  /** The ids of the last rows before, oldest first. They find the place again where rows came or went. */
  readonly ids: readonly string[];
  /** When the last of them was made, in milliseconds, where the list is to be in that order. */
  readonly at: number | null;
}

export const BEGINNING: Position = Object.freeze({
  cursor: null,
  count: null,
  offset: 0,
  ids: [],
  at: null,
});

const MAX_LENGTH = 2048;

/** What two lists have in common that differ in nothing but their parent: endpoint, account, filters and order. */
export const kindKey = ({ endpoint, path, parent, filters, sort }: PageAsk): string => {
  let key = `${endpoint.name} ${parent?.param ?? ''} ${sort ?? ''}`;
  for (const name in path) key += ` ${path[name]?.toLowerCase()}`;
  const names = Object.keys(filters);
  if (names.length === 0) return key;
  return key + JSON.stringify(names.sort().map((name) => [name, filters[name]]));
};

/** What makes two lists the same. */
export const listKey = (ask: PageAsk): string =>
  `${ask.parent?.id.toLowerCase() ?? ''} ${kindKey(ask)}`;

// Tells the lists apart that a cursor may come from. Short: it protects from mistakes, not from forgers.
const fingerprintOf = (ask: PageAsk): string =>
  hash('sha256', listKey(ask), 'base64url').slice(0, 8);

/** Writes the cursors of a list, opaque to whoever gets them. What neighbours have in common is written once. */
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
  let text = `${offset.toString(36)} ${at === null ? '' : secondsOf(at)}`;
  for (const id of ids) text += ` ${escaped(id)}`;
  // The end is marked, because what is cut off before it could pass for another position.
  return base64Of(`${text}|`);
};

// Whole seconds are all that the API writes, and take up the least room.
const secondsOf = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const rest = ms - seconds * 1000;
  return rest === 0 ? seconds.toString(36) : `${seconds.toString(36)}.${rest}`;
};

/**
 * Three bytes are four letters of base64, so texts of whole threes can be written apart and joined. ASCII without `>`, `?`
 * and `~` has none of the letters in which base64url differs.
 */
const base64Of = (plain: string): string => btoa(plain.padEnd(Math.ceil(plain.length / 3) * 3));

const escaped = (text: string): string =>
  /^[!-$&-=@-{}]*$/.test(text)
    ? text
    : encodeURIComponent(text.toWellFormed()).replaceAll('~', '%7E');

/** The failure of a cursor that cannot be followed. */
export const invalidCursor = (): InputError =>
  new InputError(
    'this cursor does not continue this list; ask again without `after` to start over',
    ['after'],
    'INVALID_CURSOR',
  );

/** The position in an ask's cursor. Throws INVALID_CURSOR for one that is damaged or of another list. */
export const parseCursor = (ask: PageAsk, after: string): Position => {
  const position = after.length <= MAX_LENGTH ? positionIn(after) : null;
  // Only what reads back as written, with the fingerprint of this list, is a cursor of it.
  if (position === null || !fits(ask, position) || createCursorWriter(ask)(position) !== after) {
    throw invalidCursor();
  }
  return position;
};

const layout =
  /^[\w-]{8}([0-9a-z]{0,10}) ([!-~]*) {1,3}([0-9a-z]{1,10}) (?:(-?[0-9a-z]{1,10})(?:\.(\d{1,3}))?)?((?: [!-~]+){0,3})\| {0,2}$/;

const positionIn = (after: string): Position | null => {
  const match = layout.exec(Buffer.from(after, 'base64url').toString('latin1'));
  if (match === null) return null;
  const [, count = '', cursor = '', offset = '', seconds = '', rest = '0', ids = ''] = match;
  try {
    return {
      cursor: cursor === '' ? null : decodeURIComponent(cursor),
      count: count === '' ? null : Number.parseInt(count, 36),
      offset: Number.parseInt(offset, 36),
      ids: ids
        .split(' ')
        .slice(1)
        .map((id) => decodeURIComponent(id)),
      at: seconds === '' ? null : Number.parseInt(seconds, 36) * 1000 + Number(rest),
    };
  } catch {
    return null;
  }
};

// A forger can know the fingerprint; what the endpoint would refuse is refused here, before a call.
const fits = ({ endpoint }: PageAsk, { cursor, count }: Position): boolean => {
  const counted = countParam(endpoint);
  const max = counted === null ? 0 : (counted.max ?? Number.POSITIVE_INFINITY);
  const follows = cursor === null || ('cursor' in endpoint.params && /^[!-~]+$/.test(cursor));
  return follows && (count === null || (count > 0 && count <= max));
};
