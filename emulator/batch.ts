import { operationOf } from '../src/upstream/catalogue/language/endpoint.ts';
import type { Values } from '../src/upstream/catalogue/language/values.ts';
import { type EmulatorResponse, type Envelope, echoIn } from './envelope.ts';
import { entityOf, homeOf, isLive, shown } from './read.ts';
import { type ApiError, notFound, Refusal } from './refusal.ts';
import type { Handler, Scope } from './scope.ts';
import type { Settings } from './settings.ts';
import type { StoredRow } from './store.ts';
import { createRow, removeRow, updateRow } from './write.ts';

type ItemErrors = ReadonlyMap<number, readonly ApiError[]>;
interface BatchOperation {
  readonly operation_type: string;
  readonly params: Values;
}

/** Thrown to undo a batch after an item was refused. */
class ItemsRefused extends Error {
  readonly errors: ItemErrors;
  constructor(errors: ItemErrors) {
    super('an item of the batch was refused');
    this.errors = errors;
  }
}

/** Applies every item of a batch in order, or none. */
export const applyBatch: Handler = (scope) => {
  const items = itemsOf(scope);
  try {
    const rows = scope.store.atomically(() => applyAll(scope, items, scope.itemErrors));
    const data = rows.map((row) => shown(scope, row));
    return responseOf(scope, 200, { data });
  } catch (error) {
    if (!(error instanceof ItemsRefused)) throw error;
    return itemErrorsResponse(scope, items.length, error.errors);
  }
};

/** The 400 of a batch of `length` items; `errors` are those of single items, by their index. */
export const itemErrorsResponse = (
  scope: Scope,
  length: number,
  errors: ItemErrors,
): EmulatorResponse => {
  const operation_errors = formatted(scope.settings.operationErrors, length, errors);
  return responseOf(scope, 400, { operation_errors, data: [] });
};

const itemsOf = ({ input }: Scope) => input['operations'] as readonly BatchOperation[];

const responseOf = (scope: Scope, status: number, members: Envelope): EmulatorResponse => ({
  status,
  envelope: { ...members, request: itemsOf(scope).map((item) => echoItem(scope, item)) },
  omits: scope.endpoint.returns.omits,
});

// Every item is tried even after one failed, so that one response lists all errors.
const applyAll = (
  scope: Scope,
  items: readonly BatchOperation[],
  found: ItemErrors,
): readonly StoredRow[] => {
  const errors = new Map(found);
  const rows: StoredRow[] = [];
  for (const [index, item] of items.entries()) {
    if (errors.has(index)) continue;
    try {
      rows.push(applyItem(scope, item));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.set(index, error.errors);
    }
  }
  if (errors.size > 0) throw new ItemsRefused(errors);
  return rows;
};

const applyItem = (scope: Scope, { operation_type: type, params }: BatchOperation): StoredRow => {
  const operation = operationOf(scope.endpoint.operations, type);
  if (operation === undefined) throw new TypeError(`no operation ${type}`);
  const { target } = operation;
  if (target === undefined) return createRow(scope, { fields: operation.params, given: params });
  const row = targetOf(scope, target, params);
  const { [target]: _id, ...fields } = operation.params;
  return type === 'Delete'
    ? removeRow(scope, row)
    : updateRow(scope, row, { fields, given: params });
};

const targetOf = (scope: Scope, name: string, params: Values): StoredRow => {
  const entity = entityOf(scope);
  const id = String(params[name]);
  const row = scope.store.find(entity.name, homeOf(entity, scope), id);
  if (!isLive(row)) throw notFound(entity.name, name, id);
  return row;
};

const echoItem = (scope: Scope, item: BatchOperation): unknown => {
  const operation = operationOf(scope.endpoint.operations, item?.operation_type);
  if (operation === undefined || typeof item.params !== 'object' || item.params === null)
    return item;
  return {
    operation_type: item.operation_type,
    params: { ...echoIn(operation.params, item.params), account_id: scope.accountId },
  };
};

const formatted = (
  layout: Settings['operationErrors'],
  length: number,
  errors: ItemErrors,
): unknown => {
  const lists = Array.from({ length }, (_, index) => errors.get(index) ?? []);
  if (layout === 'arrays') return lists;
  return layout === 'flat' ? lists.flat() : lists.map(([first]) => first ?? {});
};
