import { refusal } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** The IAB category with this id, in upper or lower case. Throws a 404 if there is none. */
export const iabCategory = (value: string, parameter: string, { store }: Scope): StoredRow => {
  const row = store.find('IabCategory', null, value);
  if (row !== undefined) return row;
  throw refusal(404, 'INVALID_IAB_CATEGORY', `${value} is not an IAB category`, {
    parameter,
    value,
  });
};

/** The business categories of advertisers that an IAB category belongs to. */
export const businessesOf = (id: string, { store }: Scope): readonly StoredRow[] =>
  store
    .rows('AdvertiserBusinessCategory', null)
    .filter((row) => (row['iab_categories'] as readonly string[]).includes(id));
