import { idListOf, readEndpointsOf } from '../../loaders/read-endpoints.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';
import { type Endpoint, endsRow } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';

/** The cost of a column that some responses do not contain. */
export interface Omission {
  /**
   * The additional calls for `rows` rows. `source` is an endpoint, or the entity if rows are read
   * by id.
   */
  readonly calls: (source: string, rows: number) => number;
  /** A description of the responses that omit the column. */
  readonly doc: string;
}

/**
 * The responses that omit a column of an entity although another one has it; null if there are
 * none.
 */
export const omissionOf = (entity: Entity, column: string): Omission | null => {
  const lacking = endpoints.filter(
    (endpoint) =>
      endpoint.returns.of === entity &&
      endpoint.returns.omits.includes(column) &&
      !endsRow(endpoint),
  );
  if (lacking.length === 0) return null;
  const endpointsById = readEndpointsOf(entity);
  const { list, item } = endpointsById;
  const rowsFor = ({ returns: { as } }: Endpoint): number =>
    as === 'page' || as === 'rows' || list === null ? 1 : list.size;
  const isByItem = (rows: number): boolean => idListOf(endpointsById) === null || rows === 1;
  const endpointFor = (source: string, rows: number): string | undefined => {
    if (source !== entity.name) return source;
    return item !== null && isByItem(rows) ? item.endpoint.name : list?.endpoint.name;
  };
  const paths = lacking.map(({ method, path }) => `${method} ${path}`).join(', ');
  const most = Math.min(...lacking.map(rowsFor));
  const each = most === 1 ? 'for each row' : `for up to ${most} rows`;
  return {
    calls: (source, rows) => {
      const name = endpointFor(source, rows);
      const endpoint = lacking.find((one) => one.name === name);
      return endpoint === undefined ? 0 : Math.ceil(rows / rowsFor(endpoint));
    },
    doc: `Responses to ${paths} do not contain it, so reading it there costs one more call ${each}. If that call fails, only this field is null, with an error.`,
  };
};
