import { ofAccount, ofViewer } from '../../resolvers/reads/page.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import type { Operations, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { batchMutation } from './batch-mutations.ts';
import { builder } from './builder.ts';
import { list } from './connections.ts';
import { item, listOfAccount, single, wholeList } from './fields.ts';
import { mutation } from './mutations.ts';
import { entityRef } from './refs.ts';

type Area = Readonly<Record<string, RowEndpoint>>;

const mapped = <Field>(reads: Area, field: (endpoint: RowEndpoint) => Field) =>
  Object.fromEntries(Object.entries(reads).map(([name, endpoint]) => [name, field(endpoint)]));

const endsWithId = ({ path }: RowEndpoint): boolean => path.endsWith('}');

/**
 * Adds fields to an account, one for each of these reads. The response of the endpoint decides the
 * kind of field: a connection, a list, the row whose id ends the path, or the only row.
 */
export const accountFields = (reads: Area): void =>
  builder.objectFields(entityRef(account), (t) =>
    mapped(reads, (endpoint) => {
      if (endpoint.returns.as === 'page') return t.field(listOfAccount(endpoint));
      if (endpoint.returns.as === 'rows') return t.field(wholeList(endpoint, ofAccount));
      return t.field(endsWithId(endpoint) ? item(endpoint) : single(endpoint, ofAccount));
    }),
  );

/** Adds fields to the query, one for each of these reads outside accounts. */
export const queryFields = (reads: Area): void =>
  builder.queryFields((t) =>
    mapped(reads, (endpoint) => {
      if (endpoint.returns.as === 'page') return t.field(list({ endpoint, from: ofViewer }));
      if (endpoint.returns.as === 'rows') return t.field(wholeList(endpoint, ofViewer));
      return t.field(endsWithId(endpoint) ? item(endpoint) : single(endpoint, ofViewer));
    }),
  );

const isBatch = (
  endpoint: RowEndpoint,
): endpoint is RowEndpoint & { readonly operations: Operations } => endpoint.operations !== null;

/** Defines a mutation for each write among these endpoints. */
export const mutations = (area: Area): void => {
  for (const endpoint of Object.values(area)) {
    if (endpoint.readOnly) continue;
    if (isBatch(endpoint)) batchMutation(endpoint);
    else mutation(endpoint);
  }
};
