import { isDeepStrictEqual } from 'node:util';
import { product } from '../../src/upstream/catalogue/areas/products.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import type { EmulatorResponse } from '../envelope.ts';
import { readList } from '../list.ts';
import type { EntityRules, Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { inCatalog, rowsIn } from './product-catalogs.ts';

const entity = 'Product';

/** The row without the emulator's internal columns. */
const shown = ({ product_catalog_id: _catalog, ...row }: StoredRow): StoredRow => row;

/** True for the first product of its group in a catalog, and for a product without a group. */
const isFirst = (row: StoredRow, { store }: Scope): boolean => {
  const key = row['item_group_key'];
  if (key === null || key === undefined) return true;
  const [first] = store.by({ entity, accountId: null, column: 'item_group_key' }, key);
  return first === row;
};

export const rules: Readonly<Record<string, EntityRules>> = {
  Product: {
    // Without `item_group_key`, a group of variants is shown as its first product.
    admits: (row, scope) => (scope.input['item_group_key'] ?? null) !== null || isFirst(row, scope),
    shows: shown,
  },
};

const known = ({ store, input }: Scope, column: 'id' | 'product_key', value: unknown) =>
  [...store.by({ entity, accountId: null, column }, value)].find(
    (row) => row['product_catalog_id'] === input['product_catalog_id'],
  );

const isImage = (link: unknown): boolean => {
  const { pathname } = new URL(String(link));
  return !/\.\w+$/.test(pathname) || /\.(jpe?g|gif|webp|png)$/i.test(pathname);
};

const rejectionOf = (given: Values, before: StoredRow | undefined): string | null => {
  const key = given['product_key'] ?? null;
  if (key !== null && key !== before?.['product_key']) {
    return `product_key ${key} is not the key of the product ${given['id']}`;
  }
  return isImage(given['image_link']) ? null : 'image_link is not a JPG, GIF, WEBP or PNG';
};

const empty: Values = Object.fromEntries(Object.keys(product.columns).map((name) => [name, null]));

const groupOf = (given: Values, scope: Scope): unknown => {
  const group = given['item_group_id'] ?? null;
  if (group === null) return null;
  const catalog = scope.input['product_catalog_id'];
  const [other] = rowsIn(scope, entity, catalog).filter((row) => row['item_group_id'] === group);
  return other?.['item_group_key'] ?? scope.newId(entity);
};

const putOne = (given: Values, scope: Scope): Values => {
  const { id } = given;
  const before = known(scope, 'id', id);
  const result = { warnings: [], errors: [], product_key: before?.['product_key'] ?? null, id };
  const rejection = rejectionOf(given, before);
  if (rejection !== null) return { ...result, errors: [rejection], status: 'ERROR' };
  const after: StoredRow = {
    product_catalog_id: scope.input['product_catalog_id'],
    ...(before ?? { ...empty, product_key: scope.newId(entity) }),
    ...Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'product_key')),
    item_group_key: groupOf({ ...before, ...given }, scope),
  };
  if (isDeepStrictEqual({ ...before }, after)) return { ...result, status: 'NO_CHANGE' };
  scope.store.insert(entity, null, after);
  const status = before === undefined ? 'CREATE_SUCCESS' : 'UPDATE_SUCCESS';
  return { ...result, product_key: after['product_key'], status };
};

const deleteOne = (key: unknown, scope: Scope): Values => {
  if (known(scope, 'product_key', key) === undefined) {
    const message = 'The catalog has no product with this key';
    return { product_key: null, failed_product_key: key, message };
  }
  scope.store.remove(entity, null, String(key));
  return { product_key: key, failed_product_key: null, message: null };
};

/** Answers with the result of each item of the endpoint's list parameter. */
const each =
  (work: (item: never, scope: Scope) => Values): Handler =>
  (scope): EmulatorResponse => {
    const { perItemOf = '', within = '' } = scope.endpoint.returns;
    const items = scope.input[perItemOf] as readonly never[];
    const data = { [within]: items.map((item) => work(item, scope)) };
    return { status: 200, envelope: { request: { params: scope.echo }, data }, omits: [] };
  };

export const handlers: Readonly<Record<string, Handler>> = {
  listProducts: inCatalog(readList),
  putProducts: inCatalog(each(putOne)),
  deleteProducts: inCatalog(each(deleteOne)),
};
