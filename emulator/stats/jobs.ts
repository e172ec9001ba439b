import { gzipSync } from 'node:zlib';
import { lowerId } from '../../src/upstream/catalogue/language/identifiers.ts';
import { dayMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import type { EmulatorResponse } from '../envelope.ts';
import { integer, writeJson } from '../json.ts';
import { responseWith } from '../read.ts';
import { invalid, notFound, refusal } from '../refusal.ts';
import type { EntityRules, Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { requireCountry } from '../targeting-entries.ts';
import { figuresIn, unitsById } from './figures.ts';
import { echoOfRange, rangeOf, zoneOfAccount } from './range.ts';

const entity = 'StatsJob';
const maxProcessing = 100;
/** The path of a file of results, before the id of its job. */
const filePath = '/results/advertiser-api-async-analytics/stats_job_';

/** The state of a job. Its parameters are stored in columns that no response shows. */
const stateOf = (row: StoredRow, now: number): Values => {
  const readyAt = Number(row['ready_at']);
  const { cancelled_at: cancelledAt } = row;
  if (typeof cancelledAt === 'number' && cancelledAt < readyAt) {
    return { status: 'CANCELLED', url: null, expires_at: null, updated_at: iso(cancelledAt) };
  }
  if (now < readyAt) {
    return { status: 'PROCESSING', url: null, expires_at: null, updated_at: row['created_at'] };
  }
  const ended = { updated_at: iso(readyAt) };
  return row['fails'] === true
    ? { ...ended, status: 'FAILED', url: null, expires_at: null }
    : {
        ...ended,
        status: 'SUCCESS',
        url: `${row['origin']}${filePath}${row['id']}.json.gz`,
        expires_at: iso(readyAt + 2 * dayMs),
      };
};

// A row that no request created keeps its given state.
const shownNow = (row: StoredRow, { now }: Pick<Scope, 'now'>): StoredRow => {
  if (row['ready_at'] === undefined) return row;
  const {
    ready_at: _ready,
    cancelled_at: _cancelled,
    fails: _fails,
    origin: _origin,
    ...job
  } = row;
  return { ...job, id: integer(String(row['id'])), ...stateOf(row, now()) };
};

const isProcessing = (row: StoredRow, now: number): boolean =>
  stateOf(row, now)['status'] === 'PROCESSING';

const requireRoom = ({ store, accountId, now }: Scope): void => {
  const rows = store.rows(entity, accountId);
  if (rows.filter((row) => isProcessing(row, now())).length < maxProcessing) return;
  const message = `At most ${maxProcessing} jobs of an account are processed at a time`;
  throw refusal(400, 'TOO_MANY_JOBS', message);
};

const columns = ['entity', 'entity_ids', 'granularity', 'placement', 'metric_groups'] as const;
const mayBeNull = ['segmentation_type', 'country', 'platform'] as const;

const createStatsJob: Handler = (scope) => {
  const { input, store, accountId, settings, now } = scope;
  const zone = zoneOfAccount(scope);
  const range = rangeOf(scope, zone);
  requireCountry('country', scope);
  const unitsOf = unitsById(scope, input['entity'], 'entity_ids');
  const ids = (input['entity_ids'] as readonly string[]).map(lowerId);
  for (const id of ids) unitsOf(id);
  requireRoom(scope);
  const id = scope.newId(entity);
  const { jobSeconds, failJobs } = settings;
  const row = store.insert(entity, accountId, {
    id,
    id_str: id,
    ...Object.fromEntries(columns.map((name) => [name, input[name]])),
    ...Object.fromEntries(mayBeNull.map((name) => [name, input[name] ?? null])),
    entity_ids: ids,
    account_id: accountId,
    start_time: iso(range.from),
    end_time: iso(range.to),
    created_at: iso(now()),
    ready_at: now() + jobSeconds * 1000,
    fails: failJobs,
    origin: scope.origin,
  });
  const echo = echoOfRange(scope.echo as Values, range);
  return responseWith({ ...scope, echo }, 201, row);
};

const jobAt = (scope: Scope): StoredRow => {
  const id = String(scope.input['job_id']);
  const row = scope.store.find(entity, scope.accountId, id);
  if (row === undefined) throw notFound(entity, 'job_id', id);
  return row;
};

const cancelStatsJob: Handler = (scope) => {
  const row = jobAt(scope);
  const now = scope.now();
  if (!isProcessing(row, now)) {
    throw refusal(400, 'INVALID', `The job ${row['id']} is not in hand any more`);
  }
  const after = { ...row, cancelled_at: now };
  return responseWith(scope, 200, scope.store.insert(entity, scope.accountId, after));
};

/** The newest jobs first. The cursor is the id of the last job of a page. */
const listStatsJobs: Handler = (scope) => {
  const { input, store, accountId } = scope;
  const jobIds = input['job_ids'] as readonly string[] | undefined;
  const size = Math.min(Number(input['count'] ?? 100), scope.paging.rows ?? Infinity);
  const { cursor } = input;
  const all = store
    .rows(entity, accountId)
    .filter(({ id }) => jobIds === undefined || jobIds.includes(String(id)))
    .toReversed();
  const start = typeof cursor === 'string' ? all.findIndex(({ id }) => id === cursor) + 1 : 0;
  if (typeof cursor === 'string' && start === 0) {
    throw invalid('cursor', 'The cursor does not continue this list', cursor);
  }
  const page = all.slice(start, start + size);
  const hasNext = all.length > start + page.length || scope.paging.rows !== null;
  return {
    status: 200,
    envelope: {
      request: { params: scope.echo },
      next_cursor: hasNext ? (page.at(-1)?.['id'] ?? null) : null,
      data: page.map((row) => shownNow(row, scope)),
    },
    omits: [],
  };
};

const jobOfFile = ({
  store,
  input,
}: Scope): { readonly row: StoredRow; readonly accountId: string } | null => {
  const [, id] = /^stats_job_(\d+)\.json\.gz$/.exec(String(input['result_file'])) ?? [];
  for (const { id: accountId } of store.rows('Account', null)) {
    const row = id === undefined ? undefined : store.find(entity, String(accountId), id);
    if (row !== undefined) return { row, accountId: String(accountId) };
  }
  return null;
};

const readStatsJobFile: Handler = (scope): EmulatorResponse => {
  const found = jobOfFile(scope);
  const now = scope.now();
  const state = found === null ? {} : stateOf(found.row, now);
  const isThere = state['status'] === 'SUCCESS' && now < Date.parse(String(state['expires_at']));
  if (found === null || !isThere) throw refusal(404, 'NOT_FOUND', 'There is no such file');
  const { row, accountId } = found;
  const account = { store: scope.store, accountId };
  const zone = zoneOfAccount(account);
  const input = { ...row, entity_ids: row['entity_ids'] };
  const range = rangeOf({ input }, zone);
  const isDefaultPlacement = row['placement'] === 'ALL_ON_TWITTER';
  const asOf = isDefaultPlacement ? Number(row['ready_at']) : range.from;
  const figures = figuresIn(account, input, { zone, range, now: asOf });
  const params = Object.fromEntries(
    [...columns, ...mayBeNull, 'start_time', 'end_time'].map((name) => [name, row[name]]),
  );
  const body = gzipSync(writeJson({ ...figures, request: { params } }));
  return { status: 200, envelope: {}, omits: [], written: { type: 'application/gzip', body } };
};

export const handlers: Readonly<Record<string, Handler>> = {
  createStatsJob,
  listStatsJobs,
  cancelStatsJob,
  readStatsJobFile,
};

export const rules: Readonly<Record<string, EntityRules>> = { [entity]: { shows: shownNow } };
