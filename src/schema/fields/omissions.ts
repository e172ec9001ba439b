import { readEndpointsOf } from '../../loaders/read-endpoints.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';

/** What is known of a column that some answers leave out. */
export interface Omission {
  /** The calls that it costs more, for so many rows of an endpoint or, read by id, of the entity. */
  readonly calls: (asked: string, rows: number) => number;
  /** The same in words. */
  readonly doc: string;
}

/** The answers that leave a column of an entity out; null where none does. */
export const omissionOf = (entity: Entity, column: string): Omission | null => {
  const lacking = endpoints.filter(
    ({ returns: { of, omits } }) => of === entity && omits.includes(column),
  );
  if (lacking.length === 0) return null;
  const { list, item } = readEndpointsOf(entity);
  const rowsFor = ({ returns: { as } }: Endpoint): number =>
    as === 'page' || as === 'rows' || list === null ? 1 : list.size;
  const isByItem = (rows: number): boolean => list === null || list.needs.length > 0 || rows === 1;
  const askedFor = (asked: string, rows: number): string | undefined => {
    if (asked !== entity.name) return asked;
    return item !== null && isByItem(rows) ? item.endpoint.name : list?.endpoint.name;
  };
  const paths = lacking.map(({ method, path }) => `${method} ${path}`).join(', ');
  const most = Math.min(...lacking.map(rowsFor));
  const each = most === 1 ? 'for each row' : `for up to ${most} rows`;
  return {
    calls: (asked, rows) => {
      const name = askedFor(asked, rows);
      const endpoint = lacking.find((one) => one.name === name);
      return endpoint === undefined ? 0 : Math.ceil(rows / rowsFor(endpoint));
    },
    doc: `The REST API leaves it out of its answers to ${paths}: selected there, it costs one more call ${each}, and where that fails this field alone is null, with an error.`,
  };
};
