import type {
  Endpoint,
  Operation,
  Operations,
  OperationType,
} from '../../upstream/catalogue/language/endpoint.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import { listIn, type Path } from '../../upstream/catalogue/language/values.ts';
import { fieldName } from '../../upstream/catalogue/names.ts';
import { inputError } from '../../upstream/client/errors.ts';
import type { Faults } from '../faults.ts';
import type { Args } from '../field.ts';
import { argumentName, gathered, upstreamValues, writtenValues } from '../input.ts';

/** A batch item as it is sent, and the catalogue's operation for it. */
export interface Item {
  readonly operation_type: OperationType;
  readonly params: Args;
  readonly operation: Operation;
}

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
  { operations, maxOperations }: Endpoint & { readonly operations: Operations },
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

/**
 * The argument path of a problem: `operations, 3, params, name` becomes `input, operations, 3,
 * create, name`.
 */
const pathInArguments = (path: Path, items: readonly Item[]): Path => {
  const [first = 'operations', index, member, ...rest] = path;
  if (typeof index !== 'number') return ['input', ...path.map(argumentName)];
  const kind = fieldName(items[index]?.operation_type ?? '');
  const inside = member === 'params' ? rest.map(argumentName) : [];
  return ['input', first, index, kind, ...inside];
};
