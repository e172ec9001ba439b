import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { CountedRecords } from '../../upstream/catalogue/language/entity.ts';
import { camelCase } from '../../upstream/catalogue/names.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import type { Args, Load, LoadContext } from '../field.ts';
import { atMost, type Payload, type WriteEnd, type WriteError } from '../write-errors.ts';
import type { WriteDraft } from '../write-request.ts';
import { prepareBatch } from './batch.ts';
import type { BatchEndpoint } from './batch-items.ts';
import { hashedValues, type IdentifierForm } from './personal-identifiers.ts';
import { once, prepare, send } from './write.ts';

/**
 * Sends records about people in one call. Identifiers are sent as hashes; raw ones are hashed
 * first. The outcome is UNKNOWN if the API counts another number of records than were sent.
 */
export const sendPeople = (endpoint: Endpoint, counted: CountedRecords): Load<unknown, Payload> =>
  once(async (args, asking): Promise<Payload> => {
    const draft = draftOf(endpoint, args, asking);
    const records = recordsIn(draft.input, counted);
    const settled = (result: CallResult): CallResult | null =>
      payloadOf(result, records, counted).outcome === 'APPLIED' ? result : null;
    const sent = await send({ ...draft, settled }, asking);
    if ('outcome' in sent) return { ...sent, errors: withItems(sent) };
    return payloadOf(sent, records, counted);
  });

const draftOf = (endpoint: Endpoint, args: Args, asking: LoadContext): WriteDraft => {
  const forms = (args['forms'] ?? {}) as Readonly<Record<string, IdentifierForm>>;
  return isBatch(endpoint)
    ? prepareBatch(endpoint, args, asking, (item, spot) => ({
        ...item,
        params: hashedValues(item.operation.params, item.params, { ...spot, forms }),
      }))
    : prepare(endpoint, args, asking, (values, spot) =>
        hashedValues(endpoint.params, values, { ...spot, forms }),
      );
};

const isBatch = (endpoint: Endpoint): endpoint is BatchEndpoint => endpoint.operations !== null;

/** The records of an input: the items of one list, in a batch of that list in every item. */
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
