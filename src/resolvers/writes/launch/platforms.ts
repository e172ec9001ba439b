import type { Values } from '../../../upstream/catalogue/language/values.ts';
import type { Row } from '../../../upstream/client/row.ts';

/**
 * The platform of each store: the API adds its criterion to line items that promote an app of that
 * store.
 */
const platforms: Readonly<Record<string, string>> = {
  android_app_store_identifier: 'Android',
  ios_app_store_identifier: 'iOS',
};

const addedTo = (lineItem: Values): readonly string[] =>
  Object.entries(platforms).flatMap(([store, name]) =>
    (lineItem[store] ?? null) === null ? [] : [name],
  );

const isOf = (criterion: Row, names: readonly string[]): boolean =>
  criterion['targeting_type'] === 'PLATFORM' && names.includes(String(criterion['name']));

/** Whether the API adds such a criterion itself to a line item with these values. */
export const isAddedByApi = (criterion: Row, values: Values): boolean =>
  isOf(criterion, addedTo(values));

/** The platforms that the API adds to a line item with these values, and the original lacks. */
export const lackedPlatforms = (
  values: Values,
  original: Row,
  criteria: readonly Row[],
): readonly string[] => {
  const known = addedTo(original);
  return addedTo(values).filter(
    (name) => known.includes(name) && !criteria.some((one) => isOf(one, [name])),
  );
};
