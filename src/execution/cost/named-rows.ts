import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import type { SharedIds } from './least-calls.ts';
import { type Extent, type Parents, restIdIn, root } from './parents.ts';

/** The rows of one type in one account that global ids name; the account is '' for accounts. */
interface NamedRows extends SharedIds {
  readonly rows: Parents;
}

/**
 * The rows that global ids, `Type:account:id`, name in a field with this key. Rows of different
 * types or accounts cannot share a call.
 */
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

/**
 * The most calls of a type are counted once for all of its accounts. So the first group of each
 * type has the number of rows in all its groups, and the number of accounts.
 */
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
