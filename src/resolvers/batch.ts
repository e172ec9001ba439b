import type { Endpoint, Operations } from '../upstream/catalogue/language/endpoint.ts';
import type { Answer } from '../upstream/client/client.ts';
import { tellFault } from '../upstream/client/faults.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Item } from './batch-item.ts';
import { batchInput, itemsOf } from './batch-item.ts';
import { rowsOfItems } from './batch-rows.ts';
import { createFaults } from './faults.ts';
import type { Args, Load } from './field.ts';
import { pathValues } from './input.ts';
import type { Places } from './needs.ts';
import { keyIn } from './recorded.ts';
import type { Ended, Outcome } from './sending.ts';
import { once, reread, send } from './write.ts';
import type { WriteError } from './write-errors.ts';
import { atMost, inItem, unknownOutcome } from './write-errors.ts';

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
  /** All rows of the answer, in its order. */
  readonly rows: readonly Row[];
}

/** Loads a batch mutation: one upstream call, of which all items are applied or none. */
export const batch = (
  endpoint: Endpoint & { readonly operations: Operations },
  places: Places,
): Load<unknown, BatchPayload> =>
  once(async ({ input: args }: { readonly input: Args }, asking) => {
    const faults = createFaults();
    const path = pathValues(endpoint, args, { path: ['input'], faults });
    const accountId = path['account_id'] ?? null;
    const items = itemsOf(endpoint, args, { accountId, faults });
    const input = batchInput(endpoint, path, { items, faults });
    const found = ({ rows, dropped = 0, echo = [], itemProblems }: Answer) =>
      itemProblems == null ? rowsOfItems(items, { rows, dropped, echo }) : null;
    const key = keyIn(args, faults);
    const settles = (answer: Answer): boolean => found(answer) !== null;
    const sent = await send({ endpoint, input, key, faults, settles }, asking);
    if ('outcome' in sent) return refused(sent, items);
    const rows = await reread(sent.rows, places, asking);
    const own = found({ ...sent, rows });
    return own === null
      ? unclear(items, { ...sent, rows }, (index) => inItem(endpoint, input, index))
      : { outcome: 'APPLIED', errors: sent.problems ?? [], results: own.map(applied), rows };
  });

const applied = (row: Row | null, index: number): ItemResult => ({
  index,
  outcome: 'APPLIED',
  row,
  errors: row === null ? [unidentifiedRow] : [],
});

const unidentifiedRow: WriteError = Object.freeze({
  code: 'UPSTREAM_BAD_RESPONSE',
  message:
    'It took effect, but its row could not be identified in the answer; `rows` of the payload has all rows.',
});

const refused = ({ outcome, errors, byItem }: Ended, items: readonly Item[]): BatchPayload => {
  const results = items.map((_, index): ItemResult => {
    const own = byItem?.[index] ?? [];
    const ofItem = own.length > 0 ? 'REJECTED' : 'NOT_APPLIED';
    return {
      index,
      outcome: outcome === 'UNKNOWN' ? outcome : ofItem,
      row: null,
      errors: atMost(own),
    };
  });
  return { outcome, errors, results, rows: [] };
};

// For an answer that contradicts the documents: not all rows, or rows and errors of items at once.
const unclear = (
  items: readonly Item[],
  { rows, dropped = 0, problems = [], itemProblems }: Answer,
  argued: (index: number) => ReturnType<typeof inItem>,
): BatchPayload => {
  const count = rows.length + dropped;
  if (itemProblems != null) tellFault('batch_contradicts_itself');
  else if (count === items.length) tellFault('row_not_asked_for');
  const reason =
    itemProblems != null
      ? 'The answer has rows and errors of items at once.'
      : count === items.length
        ? 'The rows of the answer are not those that were changed.'
        : `${items.length} operations were sent and the answer has ${count} rows.`;
  const results = items.map(
    (_, index): ItemResult => ({
      index,
      outcome: 'UNKNOWN',
      row: null,
      errors: (itemProblems?.[index] ?? []).map(argued(index)),
    }),
  );
  return { outcome: 'UNKNOWN', errors: [unknownOutcome(reason), ...problems], results, rows };
};
