import type { GraphQLLeafType } from 'graphql';
import { isEnumType } from 'graphql';
import {
  firstOfFalse,
  firstOfTrue,
  minus,
  nine,
  quote,
  zero,
} from '../upstream/client/answer/ascii.ts';
import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import type { Reply } from '../upstream/client/answer/lazy-row.ts';
import type { Literal } from '../upstream/client/answer/literal.ts';
import { isAt, literalOf } from '../upstream/client/answer/literal.ts';
import { isUtcTime, utcTimeLength } from '../upstream/client/answer/utc-time.ts';

/**
 * The fast paths of a leaf type, for values that need no conversion: both write such a value and return true, or write nothing and
 * return false, and then `serialize` of the type decides.
 */
export interface Leaf {
  readonly type: GraphQLLeafType;
  readonly write: (out: JsonBytes, value: unknown) => boolean;
  /** The same for JSON in a reply, which is valid, in UTF-8, and not `null`. */
  readonly copy: (out: JsonBytes, reply: Reply, from: number, to: number) => boolean;
}

type FastPaths = Omit<Leaf, 'type'>;

const literals = { true: literalOf('true'), false: literalOf('false') };

const text: FastPaths = {
  write: (out, value) => {
    if (typeof value !== 'string') return false;
    out.string(value);
    return true;
  },
  copy: (out, { bytes, view }, from, to) => {
    if (bytes[from] !== quote) return false;
    out.copy(view, from, to);
    return true;
  },
};

const flag: FastPaths = {
  write: (out, value) => {
    if (typeof value !== 'boolean') return false;
    out.literal(value ? literals.true : literals.false);
    return true;
  },
  copy: (out, { bytes, view }, from, to) => {
    if (bytes[from] !== firstOfTrue && bytes[from] !== firstOfFalse) return false;
    out.copy(view, from, to);
    return true;
  },
};

const never = (): boolean => false;

const int: FastPaths = {
  write: (out, value) => {
    if (typeof value !== 'number' || (value | 0) !== value) return false;
    out.ascii(String(value | 0));
    return true;
  },
  copy: never,
};

const areDigits = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) {
    if ((bytes[at] as number) < zero || (bytes[at] as number) > nine) return false;
  }
  return true;
};

const digits = /^(?:0|-?[1-9]\d{0,17})$/;

const long: FastPaths = {
  write: (out, value) => {
    const isExact = typeof value === 'number' && Number.isSafeInteger(value);
    if (!isExact && !(typeof value === 'string' && digits.test(value))) return false;
    out.string(String(value));
    return true;
  },
  // The digits stay the same, but they are a string.
  copy: (out, { bytes, view }, from, to) => {
    const first = bytes[from] === minus ? from + 1 : from;
    const isInteger = (bytes[first] as number) > zero && (bytes[first] as number) <= nine;
    if (!isInteger || to - first > 15 || !areDigits(bytes, first, to)) return false;
    out.byte(quote);
    out.copy(view, from, to);
    out.byte(quote);
    return true;
  },
};

const time: FastPaths = {
  write: (out, value) => {
    if (typeof value !== 'string' || value.length !== utcTimeLength) return false;
    const bytes = Buffer.from(value);
    if (!isUtcTime(bytes, 0, bytes.length)) return false;
    out.string(value);
    return true;
  },
  copy: (out, { bytes, view }, from, to) => {
    if (bytes[from] !== quote || !isUtcTime(bytes, from + 1, to - 1)) return false;
    out.copy(view, from, to);
    return true;
  },
};

const scalars: Readonly<Record<string, FastPaths>> = {
  String: text,
  ID: text,
  Boolean: flag,
  Int: int,
  Long: long,
  DateTime: time,
};

/** An enumeration writes the names of values. What the API sends is mostly the name itself. */
const choice = (names: ReadonlyMap<unknown, Literal>): FastPaths => {
  const byLength = Map.groupBy(
    [...names]
      .filter(([value]) => typeof value === 'string')
      .map(([value, name]) => ({ sent: literalOf(JSON.stringify(value)), name })),
    ({ sent }) => sent.length,
  );
  return {
    write: (out, value) => {
      const name = names.get(value);
      if (name === undefined) return false;
      out.literal(name);
      return true;
    },
    copy: (out, { view }, from, to) => {
      for (const { sent, name } of byLength.get(to - from) ?? []) {
        if (!isAt(view, from, sent)) continue;
        out.literal(name);
        return true;
      }
      return false;
    },
  };
};

/** The fast paths of a leaf type; a type without any has some that never apply. */
export const leafOf = (type: GraphQLLeafType): Leaf => {
  if (!isEnumType(type)) return { type, ...(scalars[type.name] ?? { write: never, copy: never }) };
  const names = type.getValues().map(({ value, name }) => [value, literalOf(`"${name}"`)] as const);
  return { type, ...choice(new Map<unknown, Literal>(names)) };
};
