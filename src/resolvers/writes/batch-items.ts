import { isDeepStrictEqual } from 'node:util';
import type {
  Endpoint,
  Operation,
  Operations,
  OperationType,
} from '../../upstream/catalogue/language/endpoint.ts';
import { sameId } from '../../upstream/catalogue/language/identifiers.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import { shownIn, shownText, storedText } from '../../upstream/catalogue/language/stored-values.ts';
import { listIn, type Path, type Values } from '../../upstream/catalogue/language/values.ts';
import { fieldName } from '../../upstream/catalogue/names.ts';
import { inputError } from '../../upstream/client/errors.ts';
import { idOf, type Row } from '../../upstream/client/row.ts';
import { isOther } from '../effects/effects.ts';
import type { Args } from '../field.ts';
import { argumentName, gathered, upstreamValues, writtenValues } from '../input.ts';
import type { Faults } from '../write-errors.ts';

/** A batch item as it is sent, and the catalogue's operation for it. */
export interface Item {
  readonly operation_type: OperationType;
  readonly params: Args;
  readonly operation: Operation;
}

/** An endpoint that takes batches. */
export type BatchEndpoint = Endpoint & { readonly operations: Operations };

/** The account of the ids in a batch, and the collector of its faults. */
interface BatchSpot {
  readonly accountId: string | null;
  readonly faults: Faults;
}

/** The account and the collector, with the index of an item. */
type ItemSpot = BatchSpot & { readonly index: number };

/**
 * Converts the operations of an input to items as they are sent. If there are more than the
 * endpoint takes, that is the only fault, and no item is checked.
 */
export const itemsOf = (
  { operations, maxOperations }: BatchEndpoint,
  args: Args,
  spot: BatchSpot,
): readonly Item[] => {
  const chosen = listIn(args['operations']) as readonly Args[];
  if (chosen.length <= maxOperations) {
    return chosen.map((one, index) => itemOf(operations, one, { ...spot, index }));
  }
  const found = problem(['input', 'operations'], 'tooMany', { max: `${maxOperations}` });
  spot.faults.add(inputError(found));
  return [];
};

const itemOf = (
  operations: Operations,
  chosen: Args,
  { accountId, index, faults }: ItemSpot,
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
    faults,
  });
  const written = writtenValues(operation.params, params, type === 'Create');
  return { operation_type: type, params: written, operation };
};

/** The input of a batch with these items. Its faults are added to `faults`. */
export const batchInput = (
  endpoint: Endpoint,
  path: Readonly<Record<string, string>>,
  { items, faults }: { readonly items: readonly Item[]; readonly faults: Faults },
): Args =>
  gathered(
    endpoint,
    {
      ...path,
      operations: items.map(({ operation_type, params }) => ({ operation_type, params })),
    },
    { locate: (at) => pathInArguments(at, items), faults },
  );

/** The argument path of a problem: `input, operations, 3, create, name`. */
const pathInArguments = (path: Path, items: readonly Item[]): Path => {
  const [first = 'operations', index, member, ...rest] = path;
  if (typeof index !== 'number') return ['input', ...path.map(argumentName)];
  const kind = fieldName(items[index]?.operation_type ?? '');
  const inside = member === 'params' ? rest.map(argumentName) : [];
  return ['input', first, index, kind, ...inside];
};

/** The response to a batch: its rows, the number of unreadable rows, and the repeated items. */
interface BatchResponse {
  readonly rows: readonly Row[];
  readonly dropped: number;
  readonly echo: readonly unknown[];
}

/**
 * Finds the row of each item; null if it is uncertain. Update and Delete find their rows by id.
 * Create finds its row by position, unless the rows show that they are in another order.
 *
 * The whole result is null if the response does not fit these items: it has too few or too many
 * rows, or other ids than the changed ones, or a row contradicts the sent values.
 */
export const rowsOfItems = (
  endpoint: Endpoint,
  items: readonly Item[],
  response: BatchResponse,
): readonly (Row | null)[] | null => {
  const { rows, dropped } = response;
  if (rows.length + dropped !== items.length) return null;
  const found = new Map<Item, Row>();
  for (const item of items.filter(isChange)) {
    const row = rows.find((one) => sameId(idOf(one), targetOf(item)));
    if (row !== undefined) found.set(item, row);
    else if (dropped === 0) return null;
  }
  const changed = new Set(found.values());
  const left = rows.filter((row) => !changed.has(row));
  const creations = items.filter((item) => !isChange(item));
  const inOrder = dropped > 0 ? null : (echoed(items, response, changed) ?? left);
  for (const [index, row] of givenTo(creations, left, inOrder).entries()) {
    if (row !== null) found.set(creations[index] as Item, row);
  }
  const given = new Set(found.values());
  const open = rows.filter((row) => !given.has(row));
  const fits = (item: Item): boolean => {
    const row = found.get(item);
    if (row !== undefined) return !isOtherRow(endpoint, item, row);
    return dropped > 0 || open.some((one) => !isOtherRow(endpoint, item, one));
  };
  return items.every(fits) ? items.map((item) => found.get(item) ?? null) : null;
};

const isOtherRow = (
  endpoint: Endpoint,
  { operation_type: kind, operation: { params: fields, target = '' }, params }: Item,
  row: Row,
): boolean => {
  const { [target]: _, ...sent } = params;
  return isOther(endpoint, { kind, fields, sent }, row);
};

const isChange = ({ operation: { target } }: Item): boolean => target !== undefined;

const targetOf = ({ operation: { target = '' }, params }: Item): string => String(params[target]);

/** The rows of the Create items in the order of the echo; null if it does not repeat all items. */
const echoed = (
  items: readonly Item[],
  { rows, echo }: BatchResponse,
  changed: ReadonlySet<Row>,
): readonly Row[] | null => {
  if (echo.length !== items.length) return null;
  const taken = new Set<number>();
  const indexOf = (item: Item, index: number): number => {
    const isEcho = (at: number): boolean => !taken.has(at) && isEchoOf(echo[at], item);
    const at = isEcho(index) ? index : echo.findIndex((_, at) => isEcho(at));
    taken.add(at);
    return at;
  };
  const indexes = items.flatMap((item, index) => (isChange(item) ? [] : [indexOf(item, index)]));
  const found = indexes.map((at) => rows[at]);
  return found.every((row): row is Row => row !== undefined && !changed.has(row)) ? found : null;
};

/** True if the repetition has at least one value of the item, and no different one. */
const isEchoOf = (echo: unknown, { operation_type, operation, params }: Item): boolean => {
  const { operation_type: type, params: repeated } = (echo ?? {}) as Values;
  if (type !== operation_type || typeof repeated !== 'object' || repeated === null) return false;
  const texts = Object.entries(operation.params).flatMap((named) => {
    const [sent, got] = [params[named[0]] ?? null, (repeated as Values)[named[0]] ?? null];
    return sent === null || got === null ? [] : [[storedText(named, sent), shownText(named, got)]];
  });
  return texts.length > 0 && texts.every(([sent, got]) => sent === got);
};

/**
 * The row of each creation; null if it is uncertain. Rows are at their positions (`inOrder`),
 * unless a row fits another creation better than its own. Then a row goes to the creations that it
 * fits best, if these fit no other row as well. In
 *
 *   created: Alpha, Beta, Gamma      rows: Gamma, x, y
 *
 * Gamma gets the row Gamma, and it is not certain which of the others is x or y.
 */
const givenTo = (
  creations: readonly Item[],
  rows: readonly Row[],
  inOrder: readonly Row[] | null,
): readonly (Row | null)[] => {
  const fit = createFit(creations, rows);
  if (inOrder !== null && fit.isInOrder(inOrder)) return inOrder;
  const given = fit.mutual();
  const [open, ...others] = creations.filter((item) => !given.has(item));
  const [last] = rows.filter((row) => ![...given.values()].includes(row));
  // If one creation and one row are left, they belong together.
  if (inOrder !== null && open !== undefined && last !== undefined && others.length === 0) {
    given.set(open, last);
  }
  return creations.map((item) => given.get(item) ?? null);
};

/** The compared values of a creation or of a row: a text for each parameter, null for none. */
type Texts = readonly (string | null)[];

// A value in another spelling fits better than a different value.
const asSpelled = 2;
const echoes = 1;

const pointsOf = (sent: Texts, got: Texts): number => {
  let points = 0;
  for (const [index, text] of sent.entries()) {
    const other = got[index];
    if (text === null || other === null || other === undefined) continue;
    if (text === other) points += asSpelled;
    else if (folded(text) === folded(other)) points += echoes;
  }
  return points;
};

const folded = (text: string): string => text.trim().toLowerCase();

const createFit = (creations: readonly Item[], rows: readonly Row[]) => {
  const fields = Object.entries(creations[0]?.operation.params ?? {});
  const sent = new Map<Item, Texts>(
    creations.map((item) => [
      item,
      fields.map((named) => storedText(named, item.params[named[0]])),
    ]),
  );
  const got = new Map<Row, Texts>(
    rows.map((row) => [row, fields.map((named) => shownText(named, shownIn(row, named)))]),
  );
  const points = (item: Item, row: Row): number =>
    pointsOf(sent.get(item) as Texts, got.get(row) as Texts);
  const isEqual = (one: Item, other: Item): boolean =>
    isDeepStrictEqual(sent.get(one), sent.get(other));
  return {
    /** True if no row fits another creation better than its own, and no creation another row. */
    isInOrder: (inOrder: readonly Row[]): boolean =>
      creations.every((item, index) => {
        const own = inOrder[index] as Row;
        const least = points(item, own);
        if (least === asSpelled * (sent.get(item) as Texts).filter((text) => text !== null).length)
          return true;
        return (
          rows.every((row) => points(item, row) <= least) &&
          creations.every((other) => points(other, own) <= least)
        );
      }),
    /** The rows of creations with only one possible row. Equal creations share their rows. */
    mutual: (): Map<Item, Row> => {
      const given = new Map<Item, Row>();
      for (const item of creations) {
        if (given.has(item)) continue;
        const equal = creations.filter((other) => isEqual(item, other));
        const best = rows.filter((row) =>
          creations.every(
            (other) => equal.includes(other) || points(other, row) < points(item, row),
          ),
        );
        const least = Math.min(...best.map((row) => points(item, row)));
        const isClear = rows.every((row) => best.includes(row) || points(item, row) < least);
        if (best.length !== equal.length || !isClear) continue;
        for (const [index, row] of best.entries()) given.set(equal[index] as Item, row);
      }
      return given;
    },
  };
};
