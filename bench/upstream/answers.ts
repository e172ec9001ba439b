import { collectedAt, dataset, listedAccounts } from '../workload/dataset.ts';
import { collections } from '../workload/entities.ts';
import type { Json } from '../workload/json.ts';
import type { Row } from '../workload/rows.ts';
import { statsBody } from './stats.ts';

export interface Answer {
  readonly status: 200 | 400 | 404;
  readonly body: string;
}

interface Params {
  readonly [name: string]: Json;
}

const maxIds = 200;
const maxCount = 1000;

/** The response of the REST API to a GET of this address: one entity, or one page of a list. */
export const answerTo = (address: string): Answer => {
  const { pathname, searchParams } = new URL(address, 'http://upstream');
  const [version, root, accountId, path, id, ...more] = pathname.slice(1).split('/');
  if (pathname.startsWith('/12/stats/')) return { status: 200, body: statsBody(searchParams) };
  if (version !== '12' || root !== 'accounts' || more.length > 0)
    return refusal(404, 'ROUTE_NOT_FOUND');
  if (accountId === undefined) {
    return page(
      listedAccounts.map(({ account }) => account),
      { own: 'account_ids', searchParams },
    );
  }
  const account = dataset.get(accountId);
  if (account === undefined) return refusal(404, 'NOT_FOUND');
  if (path === undefined) return found(account.account, { account_id: accountId });
  const kind = collectedAt(path);
  if (kind === undefined) return refusal(404, 'ROUTE_NOT_FOUND');
  const rows = account.rows[kind];
  if (id === undefined) return page(rows, { own: collections[kind].ids, searchParams, accountId });
  const row = rows.find((candidate) => candidate.id === id);
  return row === undefined ? refusal(404, 'NOT_FOUND') : found(row, { account_id: accountId });
};

const found = (data: Row, params: Params): Answer => ({
  status: 200,
  body: JSON.stringify({ request: { params }, data }),
});

const refusal = (status: 400 | 404, code: string): Answer => ({
  status,
  body: JSON.stringify({ errors: [{ code, message: code }], request: { params: {} } }),
});

interface ListRequest {
  /** The parameter that names rows by their own id. */
  readonly own: string;
  readonly searchParams: URLSearchParams;
  readonly accountId?: string;
}

const page = (rows: readonly Row[], { own, searchParams, accountId }: ListRequest): Answer => {
  const params = paramsOf(searchParams);
  const count = Number(params['count'] ?? 200);
  if (!Number.isInteger(count) || count < 1 || count > maxCount) {
    return refusal(400, 'INVALID_PARAMETER');
  }
  let matching = rows;
  for (const [name, wanted] of Object.entries(params)) {
    if (!Array.isArray(wanted)) continue;
    if (wanted.length > maxIds) return refusal(400, 'TOO_MANY_IDS');
    const column = name === own ? 'id' : name.slice(0, -1);
    const ids = new Set(wanted);
    matching = matching.filter((row) => ids.has(row[column]));
  }
  const from = offsetOf(searchParams.get('cursor'));
  const end = from + count;
  return {
    status: 200,
    body: JSON.stringify({
      request: {
        params: { ...params, ...(accountId === undefined ? {} : { account_id: accountId }) },
      },
      next_cursor: end < matching.length ? cursorOf(end) : null,
      data: matching.slice(from, end),
      ...(params['with_total_count'] === 'true' ? { total_count: matching.length } : {}),
    }),
  };
};

const paramsOf = (searchParams: URLSearchParams): Params =>
  Object.fromEntries(
    [...searchParams].map(([name, value]) => [
      name,
      name.endsWith('_ids') ? value.split(',') : value,
    ]),
  );

const cursorOf = (offset: number): string => `c-${offset.toString(36)}`;

const offsetOf = (cursor: string | null): number =>
  cursor === null ? 0 : Number.parseInt(cursor.slice(2), 36);
