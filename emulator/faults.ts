import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { endpointNames } from '../src/upstream/catalogue/endpoint-names.ts';
import { checked } from './checked.ts';
import { unknownName } from './unknown-names.ts';
import { fitsUrl, patternFault } from './url-pattern.ts';

const headers = z.record(z.string(), z.string());
/** Milliseconds to wait before the response. */
const delayMs = z.int().min(0).max(600_000).optional();
/** True to apply the request although its response is replaced; false by default. */
const apply = z.boolean().optional();

/** Names of changes to a successful response; `fault-edits.ts` defines them. */
export const editNames = [
  'duplicateRows',
  'reverseRows',
  'dropRow',
  'strangeRow',
  'unknownEnum',
  'wrongId',
  'wrongAccount',
  'missingData',
  'nullData',
  'wrappedData',
  'unwrappedData',
  'nullColumns',
] as const;

const fault = <const Kind extends string, const Members extends z.core.$ZodLooseShape>(
  kind: Kind,
  members: Members,
) => z.strictObject({ kind: z.literal(kind), delayMs, ...members });

const faultSchemas = [
  /** Another response. Its body is JSON or raw text; without either it is empty. */
  fault('answer', {
    status: z.int().min(200).max(599),
    headers: headers.optional(),
    json: z.unknown().optional(),
    text: z.string().optional(),
    apply,
  }),
  fault('redirect', {
    location: z.string(),
    status: z.int().min(300).max(399).optional(),
    apply,
  }),
  /** The connection is reset before the first byte of a response. */
  fault('drop', { apply }),
  /**
   * The connection breaks after the headers or within the body: by a reset, or with `quietly` by a
   * normal close.
   */
  fault('cut', { at: z.enum(['headers', 'body']), quietly: z.boolean().optional() }),
  /** Half of the body, with the `content-length` of the whole body. */
  fault('truncate', {}),
  fault('gzip', { layers: z.int().min(1).max(5).optional() }),
  /** A small gzip body that unpacks into `bytes` more than the response has. */
  fault('bomb', { bytes: z.int().min(1) }),
  /** The body in pieces of `bytes`, one every `everyMs` milliseconds. */
  fault('drip', { bytes: z.int().min(1), everyMs: z.int().min(1) }),
  /** The whole body; then the connection stays open without data. */
  fault('hang', {}),
  /** The body, followed by an endless sequence of blanks. */
  fault('endless', {}),
  /** A valid response, made longer by `bytes` blanks. */
  fault('huge', { bytes: z.int().min(1) }),
  /** The right response with other headers, or another status. */
  fault('headers', {
    set: headers,
    remove: z.array(z.string()).optional(),
    status: z.int().min(200).max(599).optional(),
  }),
  fault('edit', { edit: z.enum(editNames) }),
  /** The right response with other members at its top level, and other columns in its rows. */
  fault('merge', {
    set: z.record(z.string(), z.unknown()).optional(),
    remove: z.array(z.string()).optional(),
    columns: z.record(z.string(), z.unknown()).optional(),
  }),
  /** Pages with these numbers of rows, in turn. Each has a cursor, even if no page follows. */
  fault('pages', { rows: z.array(z.int().min(0)).min(1) }),
  /** Pages whose cursor leads to the same page. */
  fault('cursorLoop', {}),
  z.strictObject({ kind: z.literal('delay'), delayMs: delayMs.unwrap() }),
] as const;

const faultNames = faultSchemas.map(({ shape }) => shape.kind.value);

const faultSchema = z.discriminatedUnion('kind', faultSchemas, {
  error: ({ input }) => {
    const kind =
      typeof input === 'object' && input !== null && 'kind' in input ? input.kind : input;
    return unknownName('fault', kind, faultNames);
  },
});

/** A fault for requests that match: for at most `times` of them, after the first `skip`. */
export const orderSchema = z.strictObject({
  match: z
    .strictObject({
      /** One method, or several as in `PUT|POST`. */
      method: z.string().optional(),
      /** A part of path and query: `*` is any text, `^` the start and `$` the end. */
      path: z
        .string()
        .refine((text) => patternFault(text) === null, {
          error: ({ input }) =>
            `${JSON.stringify(input).slice(0, 100)} ${patternFault(String(input))}`,
        })
        .optional(),
      endpoint: z
        .enum(endpointNames, {
          error: ({ input }) => unknownName('endpoint', input, endpointNames),
        })
        .optional(),
    })
    .optional(),
  times: z.int().min(1).optional(),
  /** The number of matching requests that are answered normally before the first fault. */
  skip: z.int().min(0).optional(),
  fault: faultSchema,
});

export type Fault = z.infer<typeof faultSchema>;
export type FaultOrder = z.input<typeof orderSchema>;

/** The parts of a request that are compared with `match`. */
interface FaultTarget {
  readonly method: string;
  readonly url: string;
  readonly endpoint: string | null;
}

/** The fault for a request. `nth` counts its earlier uses, from 0. */
export interface MatchedFault {
  readonly fault: Fault;
  readonly nth: number;
}

/**
 * The ordered faults. A request gets the first that matches; after `times` uses a fault is removed.
 */
export const createFaults = () => {
  let released = new AbortController();
  let orders: { readonly order: FaultOrder; seen: number; struck: number }[] = [];
  return {
    /** The remaining orders, and the number of requests that each has changed. */
    list: (): readonly { readonly order: FaultOrder; readonly struck: number }[] =>
      orders.map(({ order, struck }) => ({ order, struck })),
    /** Throws an OrderError for an unknown member, and for an unknown endpoint or fault. */
    add: (order: unknown): void => {
      orders.push({ order: checked('fault order', orderSchema, order), seen: 0, struck: 0 });
    },
    clear: (): void => {
      orders = [];
    },
    /** Waits for the milliseconds of a fault, or until `release`. */
    delay: (ms: number): Promise<void> =>
      wait(ms, undefined, { signal: released.signal }).catch(() => undefined),
    /** Ends all running delays. */
    release: (): void => {
      released.abort();
      released = new AbortController();
    },
    take: (request: FaultTarget): MatchedFault | null => {
      for (const entry of orders) {
        if (!matches(entry.order, request)) continue;
        entry.seen += 1;
        if (entry.seen <= (entry.order.skip ?? 0)) continue;
        entry.struck += 1;
        if (entry.struck === entry.order.times) orders = orders.filter((other) => other !== entry);
        return { fault: entry.order.fault, nth: entry.struck - 1 };
      }
      return null;
    },
  };
};

const matches = ({ match = {} }: FaultOrder, { method, url, endpoint }: FaultTarget): boolean =>
  (match.method?.split('|').includes(method) ?? true) &&
  (match.endpoint === undefined || match.endpoint === endpoint) &&
  (match.path === undefined || fitsUrl(match.path, url));
