import { listInputFor, readBackOf } from '../loaders/read-back.ts';
import { readEndpointsOf } from '../loaders/read-endpoints.ts';
import { isUnknown } from '../loaders/refusals.ts';
import type { Entry } from '../state/ledger.ts';
import type { Endpoint, OperationType } from '../upstream/catalogue/language/endpoint.ts';
import { revealed } from '../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { pathNames } from '../upstream/catalogue/language/paths.ts';
import type { Answer } from '../upstream/client/client.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf, SOURCE, tagRow } from '../upstream/client/row.ts';
import { agreements, isAlike, isComparable } from './agreement.ts';
import type { Args } from './field.ts';
import type { Asking } from './node.ts';

/** A write of which nobody knows whether it took effect. */
export interface Doubtful {
  readonly endpoint: Endpoint;
  readonly input: Args;
  readonly entry: Entry;
}

/** What one item of a write was to bring about. */
interface Wanted {
  readonly kind: OperationType;
  readonly sent: Args;
  readonly id: string;
}

/** Why the effect of a write cannot be told. */
class Unseen extends Error {}

// Clocks differ; what is older than the write by more than this was there before it.
const toleranceMs = 60_000;
const mostPages = 10;

/** What the API shows of a write that was sent: its answer where that is certain, else why it is not. */
export const confirm = async (write: Doubtful, asking: Asking): Promise<Answer | string> => {
  try {
    if (write.endpoint.returns.as === 'texts') return answerOf([], await textsAfter(write, asking));
    return answerOf(await rowsAfter(write, asking));
  } catch (error) {
    if (error instanceof Unseen) return error.message;
    return `Reading back failed: ${(error as Error).message}`;
  }
};

const answerOf = (rows: readonly Row[], texts: readonly string[] = []): Answer => ({
  rows,
  texts,
  nextCursor: null,
  totalCount: null,
});

const textsAfter = async ({ endpoint, input }: Doubtful, { context, field }: Asking) => {
  const { list } = readBackOf(endpoint);
  if (list === null) throw new Unseen('The API has no way to read it back.');
  const { texts } = await context.ads.call(list, pathOf(list, input), field.trace);
  const named = Object.keys(endpoint.params).flatMap((name) => input[name] as readonly string[]);
  if (named.every((text) => texts.includes(text) === (endpoint.method === 'POST'))) return texts;
  throw new Unseen('The API does not show it.');
};

const pathOf = ({ path }: Endpoint, input: Args): Args =>
  Object.fromEntries(pathNames(path).map((name) => [name, input[name]]));

const rowsAfter = async (write: Doubtful, asking: Asking): Promise<readonly Row[]> => {
  const { endpoint, input } = write;
  const entity = endpoint.returns.of;
  if (entity === null || (entity.key === null && endpoint.method !== 'PUT')) {
    throw new Unseen('The API has no way to read it back.');
  }
  const wanted = wantedOf(endpoint, input);
  const made = await creations(write, wanted.filter(isCreation), asking);
  const left = made.values();
  return Promise.all(
    wanted.map(
      (one) =>
        (isCreation(one) ? left.next().value : changed(write, { entity, ...one }, asking)) as
          | Row
          | Promise<Row>,
    ),
  );
};

const isCreation = ({ kind }: Wanted): boolean => kind === 'Create';

const wantedOf = (
  { method, operations, path, params, returns }: Endpoint,
  input: Args,
): readonly Wanted[] => {
  if (operations !== null) {
    const items = input['operations'] as readonly { operation_type: OperationType; params: Args }[];
    return items.map(({ operation_type: kind, params: sent }) => {
      const target = operations[kind]?.target ?? '';
      const { [target]: id, ...others } = sent;
      return { kind, sent: others, id: String(id) };
    });
  }
  const sent = Object.fromEntries(Object.keys(params).map((name) => [name, input[name]]));
  if (method !== 'POST') {
    const id = String(input[pathNames(path).at(-1) ?? '']);
    return [{ kind: method === 'PUT' ? 'Update' : 'Delete', sent, id }];
  }
  const { perItemOf } = returns;
  if (perItemOf === undefined) return [{ kind: 'Create', sent, id: '' }];
  const { [perItemOf]: each, ...shared } = sent;
  const column = perItemOf.replace(/s$/, '');
  return [...new Set(each as readonly string[])].map((value) => ({
    kind: 'Create',
    sent: { ...shared, [column]: value },
    id: '',
  }));
};

/** The rows that creations made: new, nobody else's, and as many as there are equal creations. */
const creations = async (
  { endpoint, input, entry }: Doubtful,
  wanted: readonly Wanted[],
  asking: Asking,
): Promise<readonly Row[]> => {
  const [first] = wanted;
  const entity = endpoint.returns.of;
  if (first === undefined || entity === null) return [];
  if (await entry.hasTwin()) throw new Unseen('Another write with the same input is open too.');
  const shared = Object.entries(first.sent).filter(([name, value]) =>
    wanted.every(({ sent }) => sent[name] === value),
  );
  const { list } = readBackOf(endpoint);
  const asked = list && listInputFor(list, pathOf(list, input), Object.fromEntries(shared));
  if (list === null || asked === null) throw new Unseen('The API has no way to read it back.');
  const fresh = await newest({ list, input: asked, since: entry.since - toleranceMs }, asking);
  const free = await entry.unclaimed(fresh.map(rowName));
  const open = new Set(fresh.filter((row) => free.has(rowName(row))));
  const taken = new Map<Wanted, Row>();
  for (const one of wanted) {
    if (taken.has(one)) continue;
    const equal = wanted.filter(({ sent }) => JSON.stringify(sent) === JSON.stringify(one.sent));
    const found = [...open].filter((row) => isMadeBy(entity, one.sent, row));
    if (found.length !== equal.length) {
      throw new Unseen(`${found.length} new rows are as was asked for, and not ${equal.length}.`);
    }
    for (const [index, row] of found.entries()) {
      taken.set(equal[index] as Wanted, row);
      open.delete(row);
    }
  }
  if (!(await entry.claim([...taken.values()].map(rowName)))) {
    throw new Unseen('Another write has taken the row that fits.');
  }
  return wanted.map((one) => taken.get(one) as Row);
};

/** What a row is called among those that writes have made. */
export const rowName = (row: Row): string => {
  const { entity, accountId } = row[SOURCE];
  return `${entity.name}:${accountId ?? ''}:${idOf(row)}`.toLowerCase();
};

const isMadeBy = ({ columns }: Entity, sent: Args, row: Row): boolean => {
  const told = agreements(columns, { sent, row }, isAlike);
  const isTelling = Object.keys(columns).some((name) => (sent[name] ?? null) !== null);
  return !told.includes(false) && (told.length > 0 || !isTelling);
};

interface Search {
  readonly list: Endpoint;
  readonly input: Args;
  readonly since: number;
}

/** The rows of a list that are not older than `since`. */
const newest = async (
  { list, input, since }: Search,
  { context, field }: Asking,
): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const asked: Args = cursor === null ? input : { ...input, cursor };
    const answer: Answer = await context.ads.call(list, asked, field.trace);
    if ((answer.flaws ?? []).length > 0) throw new Unseen('Not all rows can be read.');
    const fresh = answer.rows.filter((row) => !isOlder(row, since));
    rows.push(...fresh);
    cursor = answer.nextCursor;
    const isDone = 'sort_by' in input && fresh.length < answer.rows.length;
    if (cursor === null || isDone) return rows;
  }
  throw new Unseen('There are too many new rows to tell.');
};

const isOlder = (row: Row, since: number): boolean => Date.parse(String(row['created_at'])) < since;

/** The row of a change as it stands, where that shows that the change took effect. */
const changed = async (
  { endpoint, input }: Doubtful,
  { entity, kind, sent, id }: Wanted & { readonly entity: Entity },
  asking: Asking,
): Promise<Row> => {
  const row = await rowAt(endpoint, { entity, id, input }, asking);
  if (kind === 'Delete') {
    // Reads never go to the sandbox, where what is not here may be.
    if (row === null && endpoint.host === 'ads') {
      const accountId = entity.inAccount ? String(input['account_id']) : null;
      return tagRow(
        { [entity.key ?? 'id']: id, deleted: true },
        { entity, accountId, endpoint: null },
      );
    }
    if (row?.['deleted'] === true) return row;
    throw new Unseen('It is still there.');
  }
  if (row !== null && Object.entries(sent).every((one) => stands(entity, row, one))) return row;
  throw new Unseen('The API does not show all of what was sent.');
};

const stands = (
  { columns }: Entity,
  row: Row,
  [name, value]: readonly [string, unknown],
): boolean => {
  if (value === undefined) return true;
  const param = columns[name];
  if (param === undefined || !isComparable(param)) return false;
  const got = row[name] ?? '';
  return value === null ? String(got) === '' : isAlike(value, got);
};

interface Spot {
  readonly entity: Entity;
  readonly id: string;
  readonly input: Args;
}

/** The row that a write was to change; null where there is none. */
const rowAt = async (
  endpoint: Endpoint,
  { entity, id, input }: Spot,
  { context, field }: Asking,
): Promise<Row | null> => {
  const { item, list } = readBackOf(endpoint);
  try {
    if (item !== null) {
      const asked = { ...pathOf(item, input), ...revealed(item) };
      const { rows } = await context.ads.call(item, asked, field.trace);
      return rows[0] ?? null;
    }
    const ways = readEndpointsOf(entity);
    if (ways.list !== null || ways.item !== null) {
      const scope = { entity, accountId: String(input['account_id']) };
      const [row = null] = await context.loaders.rows(scope, [id], field.trace);
      if (row instanceof Error) throw row;
      return row;
    }
    const asked = list && listInputFor(list, pathOf(list, input), {});
    if (list === null || asked === null) throw new Unseen('The API has no way to read it back.');
    const rows = await newest({ list, input: asked, since: 0 }, { context, field });
    return rows.find((row) => idOf(row).toLowerCase() === id.toLowerCase()) ?? null;
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
};
