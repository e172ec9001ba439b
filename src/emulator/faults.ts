import { z } from 'zod';

const headers = z.record(z.string(), z.string());
/** Milliseconds before anything is answered. */
const delayMs = z.int().min(0).max(600_000).optional();
/** Whether the request takes effect before the fault strikes. */
const apply = z.boolean().optional();

/** Names of changes to a right answer; `fault-edits.ts` says what each does. */
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

/** What can go wrong with an answer. */
const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    status: z.int().min(200).max(599),
    headers: headers.optional(),
    /** The body as JSON, or as it stands; neither: an empty one. */
    json: z.unknown().optional(),
    text: z.string().optional(),
    delayMs,
    apply,
  }),
  z.strictObject({
    kind: z.literal('redirect'),
    location: z.string(),
    status: z.int().min(300).max(399).optional(),
    delayMs,
    apply,
  }),
  /** The connection is reset, without a byte of an answer. */
  z.strictObject({ kind: z.literal('drop'), delayMs, apply }),
  /** The connection breaks after the headers or within the body: by a reset, or by a mere end where `quietly`. */
  z.strictObject({
    kind: z.literal('cut'),
    at: z.enum(['headers', 'body']),
    quietly: z.boolean().optional(),
    delayMs,
  }),
  /** Half the body, with a length that says it is all. */
  z.strictObject({ kind: z.literal('truncate'), delayMs }),
  z.strictObject({ kind: z.literal('gzip'), layers: z.int().min(1).max(5).optional(), delayMs }),
  /** A few bytes that unpack into many. */
  z.strictObject({ kind: z.literal('bomb'), bytes: z.int().min(1), delayMs }),
  z.strictObject({
    kind: z.literal('drip'),
    bytes: z.int().min(1),
    everyMs: z.int().min(1),
    delayMs,
  }),
  /** The whole body, and then silence on an open connection. */
  z.strictObject({ kind: z.literal('hang'), delayMs }),
  /** The body, and then blanks for ever. */
  z.strictObject({ kind: z.literal('endless'), delayMs }),
  /** A valid answer made large by blanks. */
  z.strictObject({ kind: z.literal('huge'), bytes: z.int().min(1), delayMs }),
  /** The right answer with other headers, or another status. */
  z.strictObject({
    kind: z.literal('headers'),
    set: headers,
    remove: z.array(z.string()).optional(),
    status: z.int().min(200).max(599).optional(),
    delayMs,
  }),
  z.strictObject({ kind: z.literal('edit'), edit: z.enum(editNames), delayMs }),
  /** The right answer with other members at its top. */
  z.strictObject({
    kind: z.literal('merge'),
    set: z.record(z.string(), z.unknown()).optional(),
    remove: z.array(z.string()).optional(),
    delayMs,
  }),
  /** Pages of so many rows, in turn, that keep a cursor to the end and beyond. */
  z.strictObject({
    kind: z.literal('pages'),
    rows: z.array(z.int().min(0)).min(1),
    delayMs,
  }),
  /** Pages whose cursor leads back to themselves. */
  z.strictObject({ kind: z.literal('cursorLoop'), delayMs }),

  z.strictObject({ kind: z.literal('delay'), delayMs: z.int().min(0).max(600_000) }),
]);

/** Which requests a fault strikes, and how many of them: all, unless `times` says. */
export const orderSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      /** A regular expression on path and query. */
      path: z
        .string()
        .refine((text) => isPattern(text), 'is not a regular expression')
        .optional(),
      endpoint: z.string().optional(),
    })
    .optional(),
  times: z.int().min(1).optional(),
  /** Matching requests that are spared first. */
  skip: z.int().min(0).optional(),
  fault: faultSchema,
});

export type Fault = z.infer<typeof faultSchema>;
export type FaultOrder = z.input<typeof orderSchema>;

/** A request as faults are matched with it. */
export interface Struck {
  readonly method: string;
  readonly url: string;
  readonly endpoint: string | null;
}

/** A fault that strikes, and how often it did before. */
export interface Strike {
  readonly fault: Fault;
  readonly nth: number;
}

/** The faults that were ordered. The first that matches strikes; one whose times are used up is gone. */
export const createFaults = () => {
  let orders: { readonly order: FaultOrder; seen: number; struck: number }[] = [];
  return {
    add: (order: FaultOrder): void => {
      orders.push({ order: orderSchema.parse(order), seen: 0, struck: 0 });
    },
    clear: (): void => {
      orders = [];
    },
    take: (request: Struck): Strike | null => {
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

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
};

const matches = ({ match = {} }: FaultOrder, { method, url, endpoint }: Struck): boolean =>
  (match.method === undefined || match.method === method) &&
  (match.endpoint === undefined || match.endpoint === endpoint) &&
  (match.path === undefined || new RegExp(match.path).test(url));
