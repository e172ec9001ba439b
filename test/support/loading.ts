import type { Loaders } from '../../src/loaders/index.ts';
import type { Page, PageQuery } from '../../src/loaders/page-query.ts';
import type { Entity } from '../../src/upstream/catalogue/language/entity.ts';
import type { Row } from '../../src/upstream/client/row.ts';
import { noField } from '../../src/upstream/client/trace.ts';

const onlyOne = <T>(found: readonly (T | Error)[]): T => {
  const [one] = found;
  if (one instanceof Error) throw one;
  return one as T;
};

const loading = <T>(found: readonly (T | Error)[] | Promise<readonly (T | Error)[]>) =>
  found instanceof Promise ? found.then(onlyOne) : onlyOne(found);

/** One row by id, as a field loads it that requests no other. */
export const rowOf = (
  loaders: Loaders,
  entity: Entity,
  accountId: string | null,
  ...[id]: [string]
): Row | null | Promise<Row | null> =>
  loading(loaders.rows({ entity, accountId }, [id], noField()));

/** One page of a list. */
export const pageOf = async (loaders: Loaders, ask: PageQuery): Promise<Page> =>
  loading(loaders.pages([ask], noField()));

/** One row with the columns that its answer left out. */
export const completeOf = async (
  loaders: Loaders,
  row: Row,
  columns: readonly string[],
): Promise<Row> => loading(loaders.complete([row], columns, noField()));
