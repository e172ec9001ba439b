import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../../src/upstream/catalogue/language/identifiers.ts';
import type { Ads, CallResult } from '../../src/upstream/client/client.ts';
import { UpstreamError } from '../../src/upstream/client/errors.ts';
import { checkAndEncode } from '../../src/upstream/client/request/encode.ts';
import { readResponse, readWritten } from '../../src/upstream/client/response/read-response.ts';
import { isReadable, refuse } from './faulty-refusals.ts';
import { anyCards, type Plain, type World, type WorldRow } from './faulty-world.ts';
import type { Random } from './random.ts';

const lower = (value: unknown): string => String(value).toLowerCase();

/**
 * The API in memory, with the rows of a world. Its faults depend on rows, parents, columns and
 * endpoints, and never on which of them are read together or when, so that two executors that group
 * their calls differently see the same.
 */
export const createFaultyAds = (world: World, delays: Random): Ads => {
  const call: Ads['call'] = async (endpoint, input) => {
    const given: Plain = { ...input };
    checkAndEncode(endpoint, given, Date.now());
    await pause(delays);
    refuse(world, endpoint, given);
    return answered(world, endpoint, given);
  };
  const viewer = {
    key: 'owner',
    token: 'token',
    tokenSecret: 'secret',
    userId: '42',
    screenName: null,
    isOwnerToken: false,
  };
  return {
    viewer,
    calls: [],
    now: Date.now,
    budget: () => [],
    prepareRoom: async () => undefined,
    requireRoom: () => undefined,
    results: async () => ({ made: [], ids: new Set() }),
    call,
    bearerToken: async () => '',
  };
};

const pause = async (delays: Random): Promise<void> => {
  for (let turns = delays.upTo(3); turns > 0; turns -= 1) {
    await (delays.chance(0.5) ? null : new Promise((resolve) => setImmediate(resolve)));
  }
};

const answered = (world: World, endpoint: Endpoint, input: Plain): CallResult => {
  const asked = { endpoint, input, secrets: [] };
  const data = bodyOf(world, endpoint, input);
  // Rows of lists are read from bytes.
  const bytes = Buffer.from(JSON.stringify(data));
  const body = endpoint.written === 'form' ? data : readWritten(asked, 200, bytes);
  return readResponse(asked, { status: 200, headers: {}, body, size: bytes.length, now: 0 });
};

const bodyOf = (world: World, endpoint: Endpoint, input: Plain): Plain => {
  const { as, of, kinds } = endpoint.returns;
  const accountId = typeof input['account_id'] === 'string' ? lower(input['account_id']) : null;
  if (as === 'texts') return { data: ['ONE', 'TWO', 3, null, 'THREE'] };
  const pool =
    kinds === undefined
      ? world.rowsOf(of?.name ?? '', of?.inAccount === true ? accountId : null)
      : anyCards(world, accountId);
  if (as === 'one') return { data: shown(world, endpoint, theOne(endpoint, input, pool)) };
  const rows = listed(world, endpoint, { input, pool });
  const start = input['cursor'] === undefined ? 0 : Number(String(input['cursor']).slice(1));
  const size = Math.min(Number(input['count'] ?? 200), as === 'page' ? world.pageSize : Infinity);
  const end = as === 'page' ? start + size : rows.length;
  return {
    data: rows.slice(start, end).map((stored) => shown(world, endpoint, stored)),
    next_cursor: end < rows.length ? `c${end}` : null,
    ...(input['with_total_count'] === true && { total_count: rows.length }),
  };
};

const theOne = (
  endpoint: Endpoint,
  input: Plain,
  pool: readonly WorldRow[],
): WorldRow | undefined => {
  const { of } = endpoint.returns;
  if (of === null || of.key === null) return pool[0];
  const id = lower(input[pathNames(endpoint.path).at(-1) ?? '']);
  const found = pool.find(
    (stored) => lower(stored.id) === id && belongs(endpoint, stored.row, input),
  );
  if (found !== undefined) return found;
  const problems = [{ code: 'NOT_FOUND', message: 'there is none' }];
  throw new UpstreamError({ endpoint: endpoint.name, status: 404, problems });
};

const shown = (world: World, endpoint: Endpoint, stored: WorldRow | undefined): unknown => {
  if (stored === undefined) return null;
  const row = JSON.parse(stored.text) as Record<string, unknown>;
  if (world.omits) for (const column of endpoint.returns.omits) delete row[column];
  return row;
};

const listed = (
  world: World,
  endpoint: Endpoint,
  { input, pool }: { readonly input: Plain; readonly pool: readonly WorldRow[] },
): readonly WorldRow[] => {
  const kept = pool.filter(({ id, row }) => isReadable(world, id) && belongs(endpoint, row, input));
  const [column = '', direction] = String(input['sort_by'] ?? 'created_at').split('-');
  const value = ({ row }: WorldRow): string => String(row[column]);
  return kept.sort((one, other) =>
    value(one) === value(other) ? 0 : value(one) < value(other) !== (direction === 'desc') ? -1 : 1,
  );
};

const belongs = (endpoint: Endpoint, row: Plain, input: Plain): boolean =>
  Object.entries(endpoint.params).every(([name, param]) => {
    const value = input[name];
    if (param.kind === 'flag' && param.reveals !== undefined && value !== true) {
      return Object.entries(param.reveals).every(([column, hidden]) => row[column] !== hidden);
    }
    if (value === undefined) return true;
    if (param.kind === 'list' && param.matches !== undefined && Array.isArray(value)) {
      return value.map(lower).includes(lower(row[param.matches]));
    }
    return param.kind !== 'text' || param.matches === undefined
      ? true
      : lower(row[param.matches]).startsWith(lower(value));
  });
