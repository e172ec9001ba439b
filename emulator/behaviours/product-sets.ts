import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { readOne } from '../read.ts';
import { invalid, refusal } from '../refusal.ts';
import type { Change, ChangedRow, EntityRules, Handler, Scope } from '../scope.ts';
import { fold, type StoredRow } from '../store.ts';
import { create, remove, update } from '../write.ts';
import { inCatalog, rowsIn } from './product-catalogs.ts';

interface ProductFilter {
  readonly attribute: string;
  readonly operator: string;
  readonly value: string;
}

/** The number at the start of a price or count; NaN for other text. */
const amountOf = (value: unknown): number => Number.parseFloat(String(value));

type ProductComparison = (value: unknown, expected: string) => boolean;
const comparisons: Readonly<Record<string, ProductComparison>> = {
  GREATER_THAN: (value, expected) => amountOf(value) > amountOf(expected),
  EQUAL_TO: (value, expected) => amountOf(value) === amountOf(expected),
  LESS_THAN: (value, expected) => amountOf(value) < amountOf(expected),
  MATCH: (value, expected) => fold(value) === fold(expected),
  CONTAINS: (value, expected) => fold(value).includes(fold(expected)),
  NOT_CONTAINS: (value, expected) => !fold(value).includes(fold(expected)),
};

const fits = (row: StoredRow, { attribute, operator, value }: ProductFilter): boolean => {
  const found = row[attribute] ?? null;
  if (found === null) return operator === 'NOT_CONTAINS';
  return comparisons[operator]?.(found, value) ?? false;
};

/** The ids of the products that currently match all filters of a set. */
const chosen = (set: StoredRow, scope: Scope): readonly unknown[] =>
  rowsIn(scope, 'Product', set['product_catalog_id'])
    .filter((row) =>
      (set['filters'] as readonly ProductFilter[]).every((filter) => fits(row, filter)),
    )
    .map(({ id }) => id);

const idsOf = (keys: readonly string[], scope: Scope): readonly unknown[] => {
  const products = rowsIn(scope, 'Product', scope.input['product_catalog_id']);
  return keys.map((key) => {
    const found = products.find((row) => row['product_key'] === key);
    if (found !== undefined) return found['id'];
    throw invalid('product_keys', `The catalog has no product with the key ${key}`, key);
  });
};

const changing = ({ before }: ChangedRow): void => {
  if (before['type'] === 'MANUAL') return;
  const message = 'A set of type FILTERED cannot be changed';
  throw refusal(400, 'INVALID', message, { attribute: 'type' });
};

const derive = ({ before, after, given }: Change, scope: Scope): Values => {
  const keys = given['product_keys'] as readonly string[] | null | undefined;
  const isManual = after['type'] === 'MANUAL';
  return {
    filters: isManual ? [] : after['filters'],
    product_ids: isManual && keys ? idsOf(keys, scope) : (before?.['product_ids'] ?? []),
    processing_status: 'DONE',
    updated_at: undefined,
  };
};

const shows = (
  { product_catalog_id: _catalog, deleted: _deleted, updated_at: _at, ...row }: StoredRow,
  scope: Scope,
): StoredRow =>
  row['type'] === 'FILTERED'
    ? { ...row, product_ids: chosen({ ...row, product_catalog_id: _catalog }, scope) }
    : row;

export const rules: Readonly<Record<string, EntityRules>> = {
  ProductSet: { changing, derive, shows },
};

export const handlers: Readonly<Record<string, Handler>> = {
  getProductSet: inCatalog(readOne),
  createProductSet: inCatalog(create),
  updateProductSet: inCatalog(update),
  deleteProductSet: inCatalog(remove),
};
