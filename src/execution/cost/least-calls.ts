import { MIN_COUNT } from '../../loaders/page.ts';
import type { FieldFacts } from '../../resolvers/field.ts';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { saturated } from '../plan/measure.ts';
import type { CostedField, Extent, Parents } from './field-cost.ts';
import { isByItem, isFiltered, keyOf, restIdIn, root, timesOf } from './field-cost.ts';

/** The least number of calls so far, and the requests that they serve. */
export interface LeastCalls {
  calls: number;
  /** The keys of the counted requests: an equal one makes no further calls. */
  readonly counted: Set<string>;
  /** Ids in arguments, by entity and account. Fields with some of the same ids share calls. */
  readonly ids: Map<string, Set<string>>;
}

/** Adds the least number of calls of a field, unless they are counted; `at` is its rows' key. */
export const addLeastCalls = (least: LeastCalls, counted: CostedField, at: string): void => {
  const { cost, args, field } = counted;
  const isKnown = !isNew(least, callKeyOf(counted, at));
  // Links to the accounts of these rows look up their key.
  least.counted.add(at);
  if (isKnown) return;
  const shared = sharedReadOf(counted);
  if (shared !== null) addIds(least, shared, cost.parentsPerCall);
  else least.calls = saturated(least.calls + timesOf(cost, args, field).least * callsOf(counted));
};

/** Adds the calls for missing columns. The same calls read all columns of these parents. */
export const addCompletion = (
  least: LeastCalls,
  omitted: NonNullable<FieldFacts['omitted']>,
  { from, at, distinct, accounts }: Parents,
): void => {
  const calls = omitted(from, distinct);
  if (calls === 0 || !isNew(least, `rest of ${at}`)) return;
  least.calls = saturated(least.calls + Math.max(calls, accounts));
};

/** Ids of one entity in one account, in lower case because the API ignores case. */
interface SharedIds {
  readonly type: string;
  readonly account: string;
  /** A set that nobody else uses: the count keeps it and adds to it. */
  readonly ids: Set<string>;
}

/** Adds the calls for ids: twice 150 ids of one entity and account are 2 calls of up to 200. */
export const addIds = (
  least: LeastCalls,
  { type, account, ids }: SharedIds,
  perCall: number,
): void => {
  const key = `${type} of ${account}`;
  const known = least.ids.get(key);
  const before = Math.ceil((known?.size ?? 0) / perCall);
  const all = known ?? ids;
  if (known === undefined) least.ids.set(key, ids);
  else for (const id of ids) known.add(id);
  least.calls = saturated(least.calls + Math.ceil(all.size / perCall) - before);
};

/** The id that a field reads together with others; null if it is read alone or unknown. */
const sharedReadOf = ({ cost, args, parents }: CostedField): SharedIds | null => {
  const { asks: type, isLink, by, itself } = cost;
  const { account, accountId, distinct } = parents;
  if (isLink && by === 'account') {
    return accountId === null ? null : { type, account: '', ids: new Set([accountId]) };
  }
  const { id } = args;
  // Only a field by id calls the endpoint of its entity together with others.
  const isById = itself?.(args) === null;
  return isById && distinct === 1 && typeof id === 'string'
    ? { type, account: accountId ?? account, ids: new Set([restIdIn(id)]) }
    : null;
};

const isNew = ({ counted }: LeastCalls, key: string): boolean => {
  const { size } = counted;
  return counted.add(key).size > size;
};

// A list reads at least 20 rows, so a smaller `first` makes the same call. A list that the gateway
// filters begins with the same page whatever `first` is.
const callKeyOf = (counted: CostedField, at: string): string => {
  const { first, after } = counted.args;
  if (isFiltered(counted.args) && typeof after !== 'string') {
    const { where: _where, first: _first, ...others } = counted.args;
    return keyOf(counted, JSON.stringify({ ...others, where: true }));
  }
  const isShort = typeof first === 'number' && first < MIN_COUNT && typeof after !== 'string';
  return isShort ? keyOf(counted, JSON.stringify({ ...counted.args, first: MIN_COUNT })) : at;
};

/**
 * The least number of calls for all parents. If a call serves 200 parents, 450 parents in one
 * account cost 3 calls, and in 5 accounts 5 calls. A link may cost only one call for each account,
 * because all rows of an account can have the same target.
 */
const callsOf = ({ cost, parents, each }: CostedField): number => {
  const { by, parentsPerCall, isLink } = cost;
  if (by === 'everyone') return 1;
  const requests = by === 'account' || isLink ? parents.accounts : parents.distinct;
  const calls = Math.ceil((isByItem(cost) ? requests * each : requests) / parentsPerCall);
  return Math.max(calls, by === 'parent' ? parents.accounts : 1);
};

/** The rows of one type in one account that global ids name; the account is '' for accounts. */
interface NamedRows extends SharedIds {
  readonly rows: Parents;
}

/** The rows that global ids name. Rows of different types or accounts share no call. */
export const namedRows = (
  globalIds: readonly string[],
  key: string,
  countsMost: boolean,
): readonly NamedRows[] => {
  const groups = groupsOf(globalIds);
  const extents = countsMost ? extentsOf(groups) : null;
  return Array.from(groups, ([home, { ids, count }]) => {
    const [type = '', account = ''] = home.split(':');
    const isAccount = type === 'Account';
    const [only = null, ...others] = isAccount ? ids : account === '' ? [] : [restIdIn(account)];
    const at = `${home} by ${key}`;
    const rows: Parents = {
      ...root,
      count,
      distinct: ids.size,
      accounts: isAccount ? ids.size : 1,
      at,
      account: account === '' ? at : account,
      from: type,
      accountFrom: isAccount ? type : '',
      accountId: others.length === 0 ? only : null,
      most: extents?.get(home) ?? null,
    };
    return { type, account: restIdIn(account), ids, rows };
  });
};

/** Ids of one type in one account. An id that is named twice is written twice. */
interface NamedIds {
  readonly ids: Set<string>;
  /** Repeated ids included. */
  count: number;
}

/** The ids by their prefix, `Type:account`. */
const groupsOf = (globalIds: readonly string[]): ReadonlyMap<string, NamedIds> => {
  const groups = new Map<string, NamedIds>();
  let home: string | null = null;
  let found: NamedIds = { ids: new Set(), count: 0 };
  for (const id of globalIds) {
    const end = id.lastIndexOf(':');
    // Neighbouring ids mostly have the same type and account.
    if (home === null || end !== home.length || !id.startsWith(home)) {
      home = id.slice(0, Math.max(0, end));
      found = getOrMake(groups, home, () => ({ ids: new Set(), count: 0 }));
    }
    found.ids.add(restIdIn(id));
    found.count += 1;
  }
  return groups;
};

/** Calls of a type are counted once: its first group has the rows and accounts of all. */
const extentsOf = (groups: ReadonlyMap<string, NamedIds>): ReadonlyMap<string, Extent> => {
  const byType = Map.groupBy(groups.keys(), (home) => home.split(':', 1)[0]);
  return new Map(
    Array.from(byType, ([type, homes]) => {
      const rows = homes.flatMap((home) =>
        Array.from(groups.get(home)?.ids ?? [], (id) => `${home}:${id}`),
      );
      const { size: count } = new Set(rows.map(lowerId));
      const { size } = new Set(homes.map(lowerId));
      return [homes[0] ?? '', { count, accounts: type === 'Account' ? count : size }];
    }),
  );
};
