import { GraphQLError } from 'graphql';
import { readBackOf } from '../../loaders/read-endpoints.ts';
import { StoreError } from '../../state/store.ts';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import { isChangeShown } from '../../upstream/catalogue/language/stored-values.ts';
import { clientMessageOf, isOfCall, ValueError } from '../../upstream/client/errors.ts';
import { lowerIdOf, type Row, SOURCE, tagRow } from '../../upstream/client/row.ts';
import { changesOf, type SentChange } from '../effects/effects.ts';
import type { Args, LoadContext } from '../field.ts';
import type { Settlement } from '../write-request.ts';
import {
  changedRow,
  createdRows,
  listedRows,
  noReadBack,
  pathOf,
  type UncertainWrite,
  Unconfirmed,
} from './confirm-rows.ts';

/**
 * Reads back a write of unknown outcome. If the API shows all of it, returns the response that the
 * write would have had; otherwise a doubt. Never sends it, and throws only internal errors.
 */
export const confirm = async (write: UncertainWrite, asking: LoadContext): Promise<Settlement> => {
  try {
    if (write.endpoint.returns.as === 'texts') return shown([], await textsAfter(write, asking));
    if (write.endpoint.returns.as === 'each') return shown(await itemsAfter(write, asking));
    return shown(await rowsAfter(write, asking));
  } catch (error) {
    if (error instanceof Unconfirmed) return doubt(error.message);
    return notReadBack(error);
  }
};

/** The doubt after a failed read. Rethrows internal errors. */
export const notReadBack = (error: unknown): Settlement => {
  const isMeantForClients =
    isOfCall(error) || [ValueError, StoreError, GraphQLError].some((one) => error instanceof one);
  if (!isMeantForClients) throw error;
  return doubt(`Reading back failed: ${clientMessageOf(error as Error)}`);
};

/** The settlement of a write whose rows or texts the API shows. */
export const shown = (rows: readonly Row[], texts: readonly string[] = []): Settlement => ({
  found: 'end',
  end: { rows, texts, nextCursor: null, totalCount: null },
});

/** The settlement of a write whose outcome stays unknown, with the reason for the client. */
export const doubt = (reason: string): Settlement => ({ found: 'doubt', reason });

const textsAfter = async ({ endpoint, input }: UncertainWrite, { context, field }: LoadContext) => {
  const { list } = readBackOf(endpoint);
  if (list === null) throw noReadBack();
  const { texts } = await context.ads.call(list, pathOf(list, input), field.trace);
  const sent = Object.keys(endpoint.params).flatMap((name) => input[name] as readonly string[]);
  if (sent.every((text) => texts.includes(text) === (endpoint.method === 'POST'))) return texts;
  throw new Unconfirmed('The API does not show it.');
};

const rowsAfter = async (write: UncertainWrite, asking: LoadContext): Promise<readonly Row[]> => {
  const { endpoint, input } = write;
  const entity = endpoint.returns.of;
  if (entity === null || (entity.key === null && endpoint.method !== 'PUT')) throw noReadBack();
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

/** The result of a write of items that another entity's list shows, by their ids in the input. */
const itemsAfter = async (write: UncertainWrite, asking: LoadContext): Promise<readonly Row[]> => {
  const { endpoint, input } = write;
  const { perItemOf = '', of: entity } = endpoint.returns;
  const param = endpoint.params[perItemOf];
  if (param?.kind === 'list' && param.of.kind === 'id') return goneAfter(write, asking);
  if (param?.kind !== 'list' || param.of.kind !== 'shape' || entity === null) throw noReadBack();
  const { fields } = param.of;
  const rows = await listedRows(write, asking);
  return (input[perItemOf] as readonly Args[]).map((sent) => {
    const row = rows.find(
      (one) =>
        one['id'] === sent['id'] &&
        isChangeShown(fields, { entity: one[SOURCE].entity, sent, row: one }),
    );
    if (row === undefined) throw new Unconfirmed('The API does not show all of what was sent.');
    const shown = Object.keys(entity.columns).flatMap((name) =>
      name in row && name !== 'errors' ? [[name, row[name]]] : [],
    );
    return tagRow(Object.fromEntries(shown), { entity, accountId: null, endpoint });
  });
};

// More groups of variants would take too many calls.
const maxGroups = 20;

/**
 * The result of a deletion of rows by their ids, if no list shows one of them. If a list shows only
 * the first row of a group unless it is filtered by that group, all groups are read, too.
 */
const goneAfter = async (write: UncertainWrite, asking: LoadContext): Promise<readonly Row[]> => {
  const { endpoint, input } = write;
  const { perItemOf = '', of: entity } = endpoint.returns;
  const { list } = readBackOf(endpoint);
  if (list === null || entity === null) throw noReadBack();
  const grouped = Object.values(list.params).find(({ kind }) => kind === 'id');
  const column = grouped?.kind === 'id' ? (grouped.matches ?? '') : '';
  const rows = await listedRows(write, asking);
  const groups = [...new Set(rows.flatMap((row) => row[column] ?? []))];
  if (groups.length > maxGroups) throw new Unconfirmed('There are too many groups to find it.');
  const members = await Promise.all(
    groups.map((group) => listedRows(write, asking, { [column]: [group] })),
  );
  const there = new Set([...rows, ...members.flat()].map(lowerIdOf));
  const ids = input[perItemOf] as readonly string[];
  if (ids.some((id) => there.has(lowerId(id)))) throw new Unconfirmed('Some of it still exists.');
  const [own = ''] = Object.keys(entity.columns);
  return ids.map((id) => tagRow({ [own]: id }, { entity, accountId: null, endpoint }));
};

const isCreation = ({ kind }: SentChange): boolean => kind === 'Create';
