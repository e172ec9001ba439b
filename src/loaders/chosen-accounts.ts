import { lowerId } from '../upstream/catalogue/language/identifiers.ts';
import type { ChosenAccounts } from '../upstream/client/request/chosen-accounts.ts';
import { otherAccount } from '../upstream/client/request/chosen-accounts.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Loaders } from './index.ts';

/**
 * The loaders of a request that may only touch these accounts. The client refuses calls for other
 * accounts. Here only the items of such an account fail, not those that are read with them.
 */
export const withinChosen = (loaders: Loaders, accounts: ChosenAccounts): Loaders => ({
  ...loaders,
  rows: (scope, ids, trace) => {
    if (scope.entity.name !== 'Account') return loaders.rows(scope, ids, trace);
    const isChosen = (id: string): boolean => accounts.has(lowerId(id));
    const loading = loaders.rows(scope, ids.filter(isChosen), trace);
    const placed = (found: readonly (Row | Error | null)[]) => {
      const next = found.values();
      return ids.map((id) => (isChosen(id) ? (next.next().value ?? null) : otherAccount()));
    };
    return loading instanceof Promise ? loading.then(placed) : placed(loading);
  },
});
