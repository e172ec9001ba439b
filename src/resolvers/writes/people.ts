import type { Endpoint, Operations } from '../../upstream/catalogue/language/endpoint.ts';
import type { CountedRecords } from '../../upstream/catalogue/language/returns.ts';
import { camelCase, fieldName } from '../../upstream/catalogue/names.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import type { Args, Load } from '../field.ts';
import { gathered, pathValues, underInput, upstreamValues, writtenValues } from '../input.ts';
import { atMost, createFaults, type Faults, type WriteError } from '../write-errors.ts';
import type { Payload, WriteEnd } from '../write-request.ts';
import { batchInput, itemsOf } from './batch-items.ts';
import { hashedValues, type IdentifierForm } from './personal-identifiers.ts';
import { once, send } from './write.ts';
import { keyIn } from './write-record.ts';

type PathIds = Readonly<Record<string, string>>;

/**
 * Sends records about people in one call. Identifiers are sent as hashes; raw ones are hashed
 * first. The outcome is UNKNOWN if the API counts another number of records than were sent.
 */
export const sendPeople = (endpoint: Endpoint, counted: CountedRecords): Load<unknown, Payload> =>
  once(async ({ input: args = {} }: { readonly input?: Args }, asking): Promise<Payload> => {
    const faults = createFaults(args, asking.context);
    const path = pathValues(endpoint, args, { path: ['input'], faults });
    const input = inputOf(endpoint, args, { path, faults });
    const records = recordsIn(input, counted);
    const key = keyIn(args, faults);
    const settled = (result: CallResult): CallResult | null =>
      payloadOf(result, records, counted).outcome === 'APPLIED' ? result : null;
    const sent = await send({ endpoint, input, key, faults, settled }, asking);
    if ('outcome' in sent) return { ...sent, errors: withItems(sent) };
    return payloadOf(sent, records, counted);
  });

interface InputPath {
  readonly path: PathIds;
  readonly faults: Faults;
}

const formsIn = (args: Args) => (args['forms'] ?? {}) as Readonly<Record<string, IdentifierForm>>;

const inputOf = (endpoint: Endpoint, args: Args, { path, faults }: InputPath): Args => {
  const { operations, params } = endpoint;
  if (operations !== null) return inputOfBatch({ ...endpoint, operations }, args, { path, faults });
  const spot = { accountId: path['account_id'] ?? null, path: ['input'], faults };
  const values = upstreamValues(params, args, spot);
  const hashed = hashedValues(params, values, { ...spot, forms: formsIn(args) });
  const isCreate = endpoint.method === 'POST';
  const written = { ...writtenValues(params, hashed, isCreate), ...path };
  return gathered(endpoint, written, { locate: underInput, faults });
};

const inputOfBatch = (
  endpoint: Endpoint & { readonly operations: Operations },
  args: Args,
  { path, faults }: InputPath,
): Args => {
  const accountId = path['account_id'] ?? null;
  const items = itemsOf(endpoint, args, { accountId, faults }).map((item, index) => {
    const at = ['input', 'operations', index, fieldName(item.operation_type)];
    const hashing = { forms: formsIn(args), path: at, faults };
    return { ...item, params: hashedValues(item.operation.params, item.params, hashing) };
  });
  return batchInput(endpoint, path, { items, faults });
};

/**
 * The records of an input: the items of one list; for a batch, the items of that list in every
 * operation.
 */
const recordsIn = (input: Args, { records }: CountedRecords): readonly Args[] => {
  const operations = input['operations'] as readonly { readonly params: Args }[] | undefined;
  const holders = operations?.map(({ params }) => params) ?? [input];
  return holders.flatMap((holder) => (holder[records] ?? []) as readonly Args[]);
};

// The payload has no results of items, so the error of an item gets at least its argument.
const withItems = ({ outcome, errors, byItem }: WriteEnd): readonly WriteError[] => {
  if (byItem === null || outcome === 'UNKNOWN') return errors;
  const ofItems = byItem.flatMap((found, index) =>
    found.map((error) => ({ argument: `input.operations[${index}]`, ...error })),
  );
  return atMost([...errors, ...ofItems]);
};

// Some responses have counts as text.
const countIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

const payloadOf = (
  { rows, texts, problems = [] }: CallResult,
  records: readonly Args[],
  counted: CountedRecords,
): Payload => {
  const counts = counted.in.map((column) => countIn(rows[0]?.[column]));
  const shared = { rows, texts: texts ?? [] };
  if (counts.every((count) => count === records.length)) {
    return { ...shared, outcome: 'APPLIED', errors: problems };
  }
  const countedColumns = counted.in.map(
    (column, index) => `${camelCase(column)} ${counts[index] ?? 'none'}`,
  );
  const message = `${records.length} records were sent; the API counted: ${countedColumns.join(', ')}. ${againOf(records, counted)}`;
  const error = { code: 'UPSTREAM_OUTCOME_UNKNOWN', message };
  return { ...shared, outcome: 'UNKNOWN', errors: [error, ...problems] };
};

const againOf = (records: readonly Args[], { knownBy }: CountedRecords): string =>
  knownBy === undefined || records.every((record) => (record[knownBy] ?? null) !== null)
    ? 'Sending the same records again is safe.'
    : `Sending them again counts those twice that have no ${camelCase(knownBy)}.`;
