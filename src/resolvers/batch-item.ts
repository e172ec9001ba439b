import type {
  Operation,
  Operations,
  OperationType,
} from '../upstream/catalogue/language/endpoint.ts';
import { fieldName } from '../upstream/catalogue/names.ts';
import type { Args } from './field.ts';
import { argumentName, upstreamValues, withoutNulls } from './input.ts';

type Path = readonly (string | number)[];

/** An item as it is sent, and what the catalogue says of its kind. */
export interface Item {
  readonly operation_type: OperationType;
  readonly params: Args;
  readonly operation: Operation;
}

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
  // Nothing is there yet that a null could clear.
  const written = type === 'Create' ? withoutNulls(params) : params;
  return { operation_type: type, params: written, operation };
};

/** Where a problem stands: `operations, 3, params, name` of what is sent was written as `input, operations, 3, create, name`. */
export const located = (path: Path, items: readonly Item[]): Path => {
  const [first = 'operations', index, member, ...rest] = path;
  if (typeof index !== 'number') return ['input', ...path.map(argumentName)];
  const kind = fieldName(items[index]?.operation_type ?? '');
  const inside = member === 'params' ? rest.map(argumentName) : [];
  return ['input', first, index, kind, ...inside];
};
