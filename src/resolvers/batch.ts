import type {
  Endpoint,
  Operation,
  Operations,
  OperationType,
} from '../upstream/catalogue/endpoint.ts';
import type { Answer } from '../upstream/client.ts';
import { UpstreamError } from '../upstream/errors.ts';
import type { Row } from '../upstream/row.ts';
import { idOf } from '../upstream/row.ts';
import type { Args, Load } from './facts.ts';
import { sameId } from './ids.ts';
import { argumentName, checked, pathValues, upstreamValues } from './input.ts';
import { fieldName } from './names.ts';
import type { Places } from './needs.ts';
import type { Outcome, WriteError } from './write.ts';
import { once, reread, send, unknownOutcome } from './write.ts';

type Path = readonly (string | number)[];

/** How one item of a batch ended. */
export interface ItemResult {
  readonly index: number;
  readonly outcome: Outcome;
  readonly row: Row | null;
  readonly errors: readonly WriteError[];
}

/** How a batch ended, with its items in the order of the input. */
export interface BatchPayload {
  readonly outcome: Outcome;
  readonly errors: readonly WriteError[];
  readonly results: readonly ItemResult[];
}

/** An item as it is sent, and what the catalogue says of its kind. */
export interface Item {
  readonly operation_type: OperationType;
  readonly params: Args;
  readonly operation: Operation;
}

/** A mutation over many items in one upstream call, all applied or none. */
export const batch = (
  endpoint: Endpoint,
  operations: Operations,
  places: Places,
): Load<unknown, BatchPayload> =>
  once(async ({ input: args }: { readonly input: Args }, asking) => {
    const path = pathValues(endpoint, args, ['input']);
    const chosen = args['operations'] as readonly Args[];
    const items = chosen.map((one, index) =>
      itemOf(operations, one, { accountId: path['account_id'] ?? null, index }),
    );
    const sending = items.map(({ operation_type, params }) => ({ operation_type, params }));
    const input = checked(endpoint, { ...path, operations: sending }, (at) => located(at, items));
    const sent = await send(endpoint, input, asking);
    if ('outcome' in sent) return refused(sent, items);
    const rows = sent.itemProblems == null ? matched(items, sent.rows) : null;
    if (rows === null) return unclear(items, sent);
    const whole = await reread(rows, places, asking);
    return {
      outcome: 'APPLIED',
      errors: [],
      results: whole.map((row, index) => ({ index, outcome: 'APPLIED', row, errors: [] })),
    };
  });

/** An item of the input as it is sent. */
export const itemOf = (
  operations: Operations,
  chosen: Args,
  { accountId, index }: { readonly accountId: string | null; readonly index: number },
): Item => {
  const types = Object.keys(operations) as OperationType[];
  const [type] = types.filter((name) => chosen[fieldName(name)] !== undefined);
  const operation = type === undefined ? undefined : operations[type];
  if (type === undefined || operation === undefined)
    throw new TypeError('an item holds no operation');
  const argument = fieldName(type);
  const params = upstreamValues(operation.params, chosen[argument] as Args, {
    accountId,
    path: ['input', 'operations', index, argument],
  });
  return { operation_type: type, params, operation };
};

/** Where a problem stands: `operations, 3, params, name` of what is sent was written as `input, operations, 3, create, name`. */
export const located = (path: Path, items: readonly Item[]): Path => {
  const [first = 'operations', index, member, ...rest] = path;
  if (typeof index !== 'number') return ['input', ...path.map(argumentName)];
  const kind = fieldName(items[index]?.operation_type ?? '');
  const inside = member === 'params' ? rest.map(argumentName) : [];
  return ['input', first, index, kind, ...inside];
};

/** The rows of an answer in the order of the items; null where they do not fit what was sent. */
const matched = (items: readonly Item[], rows: readonly Row[]): readonly Row[] | null => {
  if (rows.length !== items.length) return null;
  const left = new Set(rows);
  const take = (row: Row | undefined): Row | null =>
    row !== undefined && left.delete(row) ? row : null;
  // Changes are found by id wherever they stand; what is left are the creations, which must come in their order.
  const changed = items.map(({ operation: { target }, params }) =>
    target === undefined
      ? null
      : take(rows.find((row) => sameId(idOf(row), String(params[target])))),
  );
  const found = items.map((item, index) =>
    item.operation.target === undefined ? take(nextOf(left, item)) : (changed[index] ?? null),
  );
  return found.includes(null) ? null : (found as readonly Row[]);
};

/** The first row that is left, unless a text in it contradicts what the item sent. Ids and times may be spelled anew. */
const nextOf = (left: ReadonlySet<Row>, { params, operation }: Item): Row | undefined => {
  const [row] = left;
  const contradicted = Object.entries(operation.params).some(([name, { kind }]) => {
    const sent = params[name];
    const got = row?.[name];
    const echoed = kind === 'text' || kind === 'choice';
    return echoed && typeof sent === 'string' && typeof got === 'string' && got !== sent;
  });
  return contradicted ? undefined : row;
};

const refused = (
  sent: {
    readonly outcome: Outcome;
    readonly errors: readonly WriteError[];
    readonly cause: unknown;
  },
  items: readonly Item[],
): BatchPayload => {
  const byItem = sent.cause instanceof UpstreamError ? sent.cause.itemProblems : null;
  const results = items.map((_, index): ItemResult => {
    const errors = byItem?.[index] ?? [];
    const outcome =
      sent.outcome === 'UNKNOWN' ? 'UNKNOWN' : errors.length > 0 ? 'REJECTED' : 'NOT_APPLIED';
    return { index, outcome, row: null, errors };
  });
  return {
    outcome: sent.outcome,
    errors: byItem === null || sent.outcome === 'UNKNOWN' ? sent.errors : [],
    results,
  };
};

// The API answered, but not as it promises: all applied in order, or none.
const unclear = (
  items: readonly Item[],
  { rows, itemProblems }: Pick<Answer, 'rows' | 'itemProblems'>,
): BatchPayload => ({
  outcome: 'UNKNOWN',
  errors: [
    unknownOutcome(
      itemProblems != null
        ? 'The answer has rows and errors of items at once.'
        : rows.length === items.length
          ? 'The rows of the answer are not those that were sent.'
          : `${items.length} operations were sent and the answer has ${rows.length} rows.`,
    ),
  ],
  results: items.map((_, index) => ({
    index,
    outcome: 'UNKNOWN',
    row: null,
    errors: itemProblems?.[index] ?? [],
  })),
});
