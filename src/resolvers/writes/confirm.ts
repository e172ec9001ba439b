import { GraphQLError } from 'graphql';
import { givenKeyOf, readBackOf } from '../../loaders/read-back.ts';
import { StoreError } from '../../state/store.ts';
import type {
  Endpoint,
  Operation,
  OperationType,
} from '../../upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../../upstream/catalogue/language/paths.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import { clientMessageOf, isOfCall, ValueError } from '../../upstream/client/errors.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args } from '../field.ts';
import type { Asking } from '../reads/node.ts';
import type { SentChange, UncertainWrite } from './confirm-rows.ts';
import { changedRow, createdRows, pathOf, Unconfirmed, unreadable } from './confirm-rows.ts';

/**
 * Reads back what a write of unknown outcome changed. If the API shows all of it, the result is the
 * answer that the write would have had. Otherwise it is a sentence for the client that says why
 * this is not certain. Throws internal errors only, and never sends the write.
 */
export const confirm = async (
  write: UncertainWrite,
  asking: Asking,
): Promise<CallResult | string> => {
  try {
    if (write.endpoint.returns.as === 'texts') return answerOf([], await textsAfter(write, asking));
    return answerOf(await rowsAfter(write, asking));
  } catch (error) {
    if (error instanceof Unconfirmed) return error.message;
    return notReadBack(error);
  }
};

/** Why nothing was read back, as a sentence for the client. Throws an internal error on. */
export const notReadBack = (error: unknown): string => {
  const isMeantForClients =
    isOfCall(error) || [ValueError, StoreError, GraphQLError].some((one) => error instanceof one);
  if (!isMeantForClients) throw error;
  return `Reading back failed: ${clientMessageOf(error as Error)}`;
};

const answerOf = (rows: readonly Row[], texts: readonly string[] = []): CallResult => ({
  rows,
  texts,
  nextCursor: null,
  totalCount: null,
});

const textsAfter = async ({ endpoint, input }: UncertainWrite, { context, field }: Asking) => {
  const { list } = readBackOf(endpoint);
  if (list === null) throw unreadable();
  const { texts } = await context.ads.call(list, pathOf(list, input), field.trace);
  const sent = Object.keys(endpoint.params).flatMap((name) => input[name] as readonly string[]);
  if (sent.every((text) => texts.includes(text) === (endpoint.method === 'POST'))) return texts;
  throw new Unconfirmed('The API does not show it.');
};

const rowsAfter = async (write: UncertainWrite, asking: Asking): Promise<readonly Row[]> => {
  const { endpoint, input } = write;
  const entity = endpoint.returns.of;
  if (entity === null || (entity.key === null && endpoint.method !== 'PUT')) throw unreadable();
  const changes = changesOf(endpoint, input);
  const created = await createdRows(write, changes.filter(isCreation), asking);
  const next = created.values();
  return Promise.all(
    changes.map(
      (change) =>
        (isCreation(change)
          ? next.next().value
          : changedRow(write, { entity, ...change }, asking)) as Row | Promise<Row>,
    ),
  );
};

const isCreation = ({ kind }: SentChange): boolean => kind === 'Create';

const changesOf = (endpoint: Endpoint, input: Args): readonly SentChange[] => {
  const { method, operations, path, params, returns } = endpoint;
  if (operations !== null) {
    const items = input['operations'] as readonly { operation_type: OperationType; params: Args }[];
    return items.map(({ operation_type: kind, params: given }) => {
      const { target = '', params: taken } = operations[kind] as Operation;
      const { [target]: id, ...sent } = given;
      const { [target]: _, ...fields } = taken;
      return { kind, fields, sent, id: String(id) };
    });
  }
  const sent = Object.fromEntries(Object.keys(params).map((name) => [name, input[name]]));
  if (method !== 'POST') {
    const id = String(input[pathNames(path).at(-1) ?? '']);
    return [{ kind: method === 'PUT' ? 'Update' : 'Delete', fields: params, sent, id }];
  }
  const key = givenKeyOf(endpoint);
  if (key !== null) return [{ kind: 'Update', fields: params, sent, id: String(sent[key]) }];
  const { perItemOf } = returns;
  if (perItemOf === undefined) return [{ kind: 'Create', fields: params, sent, id: '' }];
  // A list parameter creates a row for each item: `tweet_ids: [1, 2]` makes rows with `tweet_id` 1
  // and 2.
  const { [perItemOf]: items, ...shared } = sent;
  const { [perItemOf]: list, ...others } = params;
  const column = perItemOf.replace(/s$/, '');
  const fields = list?.kind === 'list' ? { ...others, [column]: list.of } : others;
  return [...new Set(items as readonly string[])].map((value) => ({
    kind: 'Create',
    fields,
    sent: { ...shared, [column]: value },
    id: '',
  }));
};
