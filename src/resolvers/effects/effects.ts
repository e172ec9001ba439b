import { argumentPath } from '../../errors/errors.ts';
import { givenKeyOf } from '../../loaders/read-endpoints.ts';
import type {
  Endpoint,
  Operation,
  OperationType,
} from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { lowerId, pathNames } from '../../upstream/catalogue/language/identifiers.ts';
import type { Fields, List, Param } from '../../upstream/catalogue/language/kinds.ts';
import { isContradicted } from '../../upstream/catalogue/language/stored-values.ts';
import type { Path } from '../../upstream/catalogue/language/values.ts';
import { fieldName } from '../../upstream/catalogue/names.ts';
import { idOf, lowerIdOf, type Row, SOURCE, tagRow } from '../../upstream/client/row.ts';
import type { StoppedWrite } from '../context.ts';
import type { Args } from '../field.ts';
import { underInput } from '../input.ts';
import type { WriteRequest } from '../write-request.ts';

/** The change of one row by a write or by one item of a batch. */
export interface SentChange {
  readonly kind: OperationType;
  /** The fields that may be sent. */
  readonly fields: Fields;
  /** The sent values, without the id. */
  readonly sent: Args;
  /** The id of the row; '' for a creation. */
  readonly id: string;
}

/** The changes that a write was to make, in the order of its items. */
export const changesOf = (endpoint: Endpoint, input: Args): readonly SentChange[] => {
  const { method, operations, path, params, returns } = endpoint;
  if (operations !== null) {
    const items = input['operations'] as readonly { operation_type: OperationType; params: Args }[];
    return items.map(({ operation_type: kind, params: given }) => {
      const { target = '', params: taken } = operations[kind] as Operation;
      const { [target]: id, ...sent } = given;
      const { [target]: _, ...fields } = taken;
      return { kind, fields, sent, id: kind === 'Create' ? '' : String(id) };
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
  const fields = list?.kind === 'list' ? { ...others, [column]: itemOf(list) } : others;
  return [...new Set(items as readonly string[])].map((value) => ({
    kind: 'Create',
    fields,
    sent: { ...shared, [column]: value },
    id: '',
  }));
};

const itemOf = ({ of, isReplaced }: List & Pick<Param, 'isReplaced'>): Param =>
  isReplaced === true ? { ...of, isReplaced } : of;

/** True if a row shows that it was deleted; null if it has no such column. */
export const showsDeletion = ({ quirks: { leaves = {} } }: Endpoint, row: Row): boolean | null => {
  const isLeft = Object.entries(leaves).map(([column, value]) => row[column] === value);
  if (row['deleted'] === true || isLeft.includes(true)) return true;
  const isShown =
    typeof row['deleted'] === 'boolean' ||
    Object.keys(leaves).some((column) => row[column] !== undefined);
  return isShown ? false : null;
};

/** True if a row of a response cannot be the result of a change. */
export const isOther = (
  endpoint: Endpoint,
  { kind, fields, sent }: Pick<SentChange, 'kind' | 'fields' | 'sent'>,
  row: Row,
): boolean =>
  kind === 'Delete'
    ? showsDeletion(endpoint, row) === false
    : isContradicted(fields, { entity: row[SOURCE].entity, sent, row });

/** True unless each row of a response fits a change of the write, and each change a row. */
export const contradicts = (
  endpoint: Endpoint,
  input: Args,
  { rows, texts }: { readonly rows: readonly Row[]; readonly texts: readonly string[] },
): boolean => {
  const { method, params, returns } = endpoint;
  if (returns.as === 'texts') {
    const sent = Object.keys(params).flatMap((name) => input[name] as readonly string[]);
    return sent.some((text) => texts.includes(text) !== (method === 'POST'));
  }
  if (returns.as === 'each' || returns.as === 'batch' || rows.length === 0) return false;
  const changes = changesOf(endpoint, input).map((change) => withPath(endpoint, input, change));
  const fits = (change: SentChange, row: Row): boolean => !isOther(endpoint, change, row);
  return (
    !rows.every((row) => changes.some((change) => fits(change, row))) ||
    !changes.every((change) => rows.some((row) => fits(change, row)))
  );
};

/** The change, with the ids of the path that rows also show. */
const withPath = (endpoint: Endpoint, input: Args, change: SentChange): SentChange => {
  const { columns = {}, key = null } = endpoint.returns.of ?? {};
  const names = pathNames(endpoint.path).filter((name) => name in columns && name !== key);
  return {
    ...change,
    fields: {
      ...change.fields,
      ...Object.fromEntries(names.map((name) => [name, columns[name] as Param])),
    },
    sent: { ...change.sent, ...Object.fromEntries(names.map((name) => [name, input[name]])) },
  };
};

/** The rows of a response that the write created, without those that it changed. */
export const madeBy = (
  { endpoint, input }: { readonly endpoint: Endpoint; readonly input: Args },
  rows: readonly Row[],
): readonly Row[] => {
  if (rows.length === 0 || (endpoint.returns.of?.key ?? null) === null) return [];
  const changed = new Set(changesOf(endpoint, input).map(({ id }) => lowerId(id)));
  return rows.filter((row) => !changed.has(lowerIdOf(row)));
};

/** The effect of a write on one row. */
export interface Effect extends SentChange {
  readonly entity: Entity;
  readonly accountId: string | null;
  /** The row with the sent values. A created row has an id that no row of the API has. */
  readonly row: Row;
  /** The index of the batch item; null if the write is not a batch. */
  readonly item: number | null;
  /** The parameter with the id of the row. */
  readonly target: string;
  /** The argument of a parameter, under the name that the client wrote. */
  readonly at: (...path: Path) => string;
  readonly write: StoppedWrite;
}

/** The effects of a write on rows, in the order of its items. */
export const effectsOf = (write: StoppedWrite): readonly Effect[] => {
  const { endpoint, input, rows, argumentAt, faulty } = write;
  if (rows.length === 0) return [];
  const { operations } = endpoint;
  return changesOf(endpoint, input).flatMap((change, index) => {
    const row = rows[index];
    if (row === undefined || faulty?.has(index)) return [];
    const within = operations === null ? [] : ['operations', index, fieldName(change.kind)];
    // A row that the client names, such as a media by its key, is a new row.
    const kind = operations === null && endpoint.method === 'POST' ? 'Create' : change.kind;
    return {
      ...change,
      kind,
      entity: row[SOURCE].entity,
      accountId: row[SOURCE].accountId,
      row,
      item: operations === null ? null : index,
      target: operations?.[change.kind]?.target ?? pathNames(endpoint.path).at(-1) ?? '',
      at: (...path: Path) => argumentAt([...within, ...path]),
      write,
    };
  });
};

/** A write as a dry run records it; `number` is the number of writes before it. */
export const stoppedWrite = (
  { endpoint, input, faults: { asGiven } }: WriteRequest,
  number: number,
): StoppedWrite => ({
  endpoint,
  input,
  rows: inventedRows(endpoint, input, number),
  argumentAt: (path) => argumentPath(asGiven(underInput(path))),
});

/** True if an id is that of a row that a step of a stopped launch would create. */
export const isUnmade = (id: unknown): boolean => /^unmade\d+x\d+$/.test(String(id));

/** The rows of a write, made from its input. A new row has an id that no row of the API has. */
const inventedRows = (endpoint: Endpoint, input: Args, number: number): readonly Row[] => {
  const { of: entity, as, counted } = endpoint.returns;
  // Records about people and conversions are only counted, and an ended token leaves no row.
  const isSeen = as !== 'each' && counted === undefined && endpoint.quirks.ends === undefined;
  if (entity === null || !isSeen) return [];
  const accountId = entity.inAccount ? String(input['account_id']) : null;
  const source = { entity, accountId, endpoint: null };
  return changesOf(endpoint, input).map(({ kind, id, sent }, index) => {
    const own = kind === 'Create' ? `unmade${number}x${index}` : id;
    return tagRow({ ...sent, ...(entity.key !== null && { [entity.key]: own }) }, source);
  });
};

/** The name under which a write claims a row. */
export const rowName = (row: Row): string => {
  const { entity, accountId } = row[SOURCE];
  return lowerId(`${entity.name}:${accountId ?? ''}:${idOf(row)}`);
};
