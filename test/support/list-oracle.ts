import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import { pathNames } from '../../src/upstream/catalogue/language/identifiers.ts';
import { readRows } from '../../src/upstream/client/bytes/read-rows.ts';
import type { Ads, CallResult } from '../../src/upstream/client/client.ts';
import { UpstreamError } from '../../src/upstream/client/errors.ts';
import { tagRow } from '../../src/upstream/client/row.ts';

export type Plain = Readonly<Record<string, unknown>>;

/**
 * A list API in memory, written independently of the loaders. It records its calls and can
 * misbehave.
 */
export interface Oracle {
  readonly ads: Ads;
  /** Every call: the endpoint's name and the input. */
  readonly asked: { readonly endpoint: string; readonly input: Plain }[];
  /** The number of times that calls had to wait for earlier ones. */
  readonly rounds: () => number;
  readonly reset: () => void;
}

interface Behaviour {
  readonly rows: Readonly<Record<string, readonly Plain[]>>;
  /**
   * The place of a row among all, in whatever order is requested. Cursors then name such a place
   * and not a number of rows.
   */
  readonly rank?: (row: Plain) => number;
  /** The number of rows in a page that was requested with this count. */
  readonly pageSize?: (count: number) => number;
  /** Throws the error of a call that is refused. */
  readonly refuse?: (endpoint: Endpoint, input: Plain) => void;
  /** Changes an answer before it is returned. */
  readonly bend?: (answer: CallResult, endpoint: Endpoint, input: Plain) => CallResult;
}

const lower = (value: unknown): string => String(value).toLowerCase();

const matching = (
  endpoint: Endpoint,
  input: Plain,
  { rows, rank }: { readonly rows: readonly Plain[]; readonly rank: Behaviour['rank'] },
): Plain[] => {
  const conditions = Object.entries(endpoint.params).map(([name, param]) => {
    const value = input[name];
    if (param.kind === 'list' && param.matches !== undefined && Array.isArray(value)) {
      const { matches } = param;
      const wanted = new Set(value.map(lower));
      return (row: Plain) => wanted.has(lower(row[matches]));
    }
    if (param.kind === 'flag' && param.reveals !== undefined && value !== true) {
      const hidden = Object.entries(param.reveals);
      return (row: Plain) => hidden.every(([column, unwanted]) => row[column] !== unwanted);
    }
    return () => true;
  });
  const kept = rows.filter((row) => conditions.every((isMet) => isMet(row)));
  if (rank !== undefined) return kept.sort((one, other) => rank(one) - rank(other));
  const [column = '', way] = String(input['sort_by'] ?? 'created_at-asc').split('-');
  const direction = way === 'desc' ? -1 : 1;
  return kept.sort((one, other) => direction * orderOf(one[column], other[column]));
};

/** Null is first. */
const orderOf = (one: unknown, other: unknown): number => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), 'en');
};

/** The same rows after a round trip through JSON. An item that JSON cannot hold stays unchanged. */
const asReceived = (endpoint: Endpoint, rows: readonly Plain[]): readonly object[] => {
  const json = JSON.stringify({ data: rows });
  if (!isDeepStrictEqual(JSON.parse(json), { data: rows })) return rows;
  const { data } = readRows(endpoint, Buffer.from(json)) ?? {};
  return data as readonly object[];
};

const listed = (endpoint: Endpoint, input: Plain, behaviour: Behaviour): CallResult => {
  const entity = endpoint.returns.of;
  if (entity === null) throw new TypeError(endpoint.name);
  const { rank } = behaviour;
  const all = matching(endpoint, input, { rows: behaviour.rows[entity.name] ?? [], rank });
  const placeOf = (row: Plain, index: number): number => rank?.(row) ?? index;
  const count = Number(input['count'] ?? 200);
  const from = Number(String(input['cursor'] ?? 'c0').slice(1));
  const start = all.filter((row, index) => placeOf(row, index) < from).length;
  const end = start + Math.min(count, behaviour.pageSize?.(count) ?? count);
  const next = all[end];
  const accountId = entity.inAccount ? String(input['account_id'] ?? '') || null : null;
  const origin = { entity, accountId, endpoint };
  const rows = all.slice(start, end).map((row) => {
    const shown = { ...row };
    for (const column of endpoint.returns.omits) delete shown[column];
    return shown;
  });
  return {
    rows: asReceived(endpoint, rows).map((row) => tagRow(row, origin)),
    nextCursor: next === undefined ? null : `c${placeOf(next, end)}`,
    texts: [],
    totalCount: input['with_total_count'] === true ? all.length : null,
  };
};

const answered = (endpoint: Endpoint, input: Plain, behaviour: Behaviour): CallResult => {
  if (endpoint.returns.as !== 'one') return listed(endpoint, input, behaviour);
  const id = lower(input[pathNames(endpoint.path).at(-1) ?? '']);
  const entity = endpoint.returns.of;
  const key = entity?.key ?? 'id';
  const rows = behaviour.rows[entity?.name ?? ''] ?? [];
  const only = {
    ...behaviour,
    rows: { [entity?.name ?? '']: rows.filter((row) => lower(row[key]) === id) },
  };
  const answer = listed(endpoint, { ...input, with_deleted: true, with_draft: true }, only);
  if (answer.rows.length > 0) return answer;
  const problems = [{ code: 'NOT_FOUND', message: 'not found' }];
  throw new UpstreamError({ endpoint: endpoint.name, status: 404, problems });
};

/** An API that holds these rows, by the name of their entity. */
export const createOracle = (behaviour: Behaviour): Oracle => {
  const asked: Oracle['asked'] = [];
  let rounds = 0;
  let waiting: (() => void)[] = [];
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length > 1) return;
      rounds += 1;
      setImmediate(() => {
        const now = waiting;
        waiting = [];
        for (const go of now) go();
      });
    });
  const call: Ads['call'] = async (endpoint, input) => {
    const given: Plain = { ...input };
    asked.push({ endpoint: endpoint.name, input: given });
    await turn();
    behaviour.refuse?.(endpoint, given);
    const answer = answered(endpoint, given, behaviour);
    return behaviour.bend?.(answer, endpoint, given) ?? answer;
  };
  return {
    ads: {
      viewer: null,
      calls: [],
      now: Date.now,
      budget: () => [],
      prepareRoom: async () => undefined,
      requireRoom: () => undefined,
      results: async () => ({ made: [], ids: new Set() }),
      call,
      bearerToken: async () => '',
    },
    asked,
    rounds: () => rounds,
    reset: () => {
      asked.length = 0;
      rounds = 0;
    },
  };
};
