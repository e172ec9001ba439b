import type { Endpoint, Operations } from '../upstream/catalogue/language/endpoint.ts';
import { camelCase, fieldName } from '../upstream/catalogue/names.ts';
import type { Answer } from '../upstream/client/client.ts';
import { InputError } from '../upstream/client/errors.ts';
import type { Item } from './batch-item.ts';
import { batchInput, itemsOf } from './batch-item.ts';
import type { Faults } from './faults.ts';
import { createFaults } from './faults.ts';
import type { Args, Load } from './field.ts';
import { pathValues } from './input.ts';
import type { IdentifierForm } from './personal-identifiers.ts';
import { digestOf, hashedKinds } from './personal-identifiers.ts';
import { keyIn } from './recorded.ts';
import type { Ended, Payload } from './sending.ts';
import { once, send } from './write.ts';
import type { WriteError } from './write-errors.ts';
import { atMost } from './write-errors.ts';

type Lists = Readonly<Record<string, readonly string[]>>;

/**
 * Changes the people of an audience in one call. Identifiers are sent as hashes, also those that are given raw. The outcome is
 * UNKNOWN where the API counts another number of records than were sent.
 */
export const updateUsers = (
  endpoint: Endpoint & { readonly operations: Operations },
): Load<unknown, Payload> =>
  once(async ({ input: args = {} }: { readonly input?: Args }, asking): Promise<Payload> => {
    const faults = createFaults();
    const path = pathOf(endpoint, args, faults);
    const forms = (args['forms'] ?? {}) as Readonly<Record<string, IdentifierForm>>;
    const accountId = path['account_id'] ?? null;
    const items = itemsOf(endpoint, args, { accountId, faults }).map((item, index) =>
      hashed(item, { forms, index, faults }),
    );
    const input = batchInput(endpoint, path, { items, faults });
    const key = keyIn(args, faults);
    const settles = (answer: Answer): boolean => counted(answer, items).outcome === 'APPLIED';
    const sent = await send({ endpoint, input, key, faults, settles }, asking);
    if ('outcome' in sent) return { ...sent, errors: withItems(sent) };
    return counted(sent, items);
  });

// The messages do not repeat the value, because it could be an identifier of a person in the wrong place.
const pathOf = (
  endpoint: Endpoint,
  args: Args,
  faults: Faults,
): Readonly<Record<string, string>> => {
  const own = createFaults();
  const path = pathValues(endpoint, args, { path: ['input'], faults: own });
  for (const { inputPath } of own.found()) {
    const message = `${endpoint.name}: ${inputPath.at(-1)} is not such an id, or one of another account`;
    faults.add(new InputError(message, inputPath));
  }
  return path;
};

const usersOf = ({ params }: Item): readonly Lists[] => params['users'] as readonly Lists[];

interface Hashing {
  readonly forms: Readonly<Record<string, IdentifierForm>>;
  readonly index: number;
  readonly faults: Faults;
}

/** The item with every identifier as a hash. */
const hashed = (item: Item, { forms, index, faults }: Hashing): Item => {
  const path = ['input', 'operations', index, fieldName(item.operation_type), 'users'];
  const users = usersOf(item).map((user, position) => {
    const given = Object.entries(user).filter(([, values]) => values !== null);
    const lists: Record<string, readonly string[]> = Object.fromEntries(given);
    for (const kind of hashedKinds) {
      const name = camelCase(kind);
      const form = forms[name] ?? 'HASHED';
      const values = lists[kind]?.map((value, place) =>
        faults.attempt(
          () => digestOf(value, { kind, form, path: [...path, position, name, place] }),
          value,
        ),
      );
      if (values !== undefined) lists[kind] = values;
    }
    return lists;
  });
  return { ...item, params: { ...item.params, users } };
};

// This payload has no results of items, so the message of an item's error begins with its index.
const withItems = ({ outcome, errors, byItem }: Ended): readonly WriteError[] => {
  if (byItem === null || outcome === 'UNKNOWN') return errors;
  const ofItems = byItem.flatMap((found, index) =>
    found.map((error) => ({ ...error, message: `operations[${index}]: ${error.message}` })),
  );
  return atMost([...errors, ...ofItems]);
};

// Some answers have counts as text.
const countIn = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

const counted = ({ rows, texts, problems = [] }: Answer, items: readonly Item[]): Payload => {
  const records = items.reduce((sum, item) => sum + usersOf(item).length, 0);
  const [row] = rows;
  const [taken, received] = [countIn(row?.['success_count']), countIn(row?.['total_count'])];
  const shared = { rows, texts: texts ?? [] };
  if (taken === records && received === records) {
    return { ...shared, outcome: 'APPLIED', errors: problems };
  }
  const message = `${records} records were sent; the API counted ${received ?? 'none'} and took ${taken ?? 'none'}. Sending the same records again is safe.`;
  const error = { code: 'UPSTREAM_OUTCOME_UNKNOWN', message };
  return { ...shared, outcome: 'UNKNOWN', errors: [error, ...problems] };
};
