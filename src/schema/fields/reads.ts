import { ofAccount, ofViewer } from '../../resolvers/reads/page.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import type { RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { builder } from './builder.ts';
import { list } from './connections.ts';
import { item, listOfAccount, single, wholeList } from './fields.ts';
import { entityRef } from './refs.ts';

type EndpointReads = Readonly<Record<string, RowEndpoint>>;

const named = <Field>(reads: EndpointReads, field: (endpoint: RowEndpoint) => Field) =>
  Object.fromEntries(Object.entries(reads).map(([name, endpoint]) => [name, field(endpoint)]));

const endsWithId = ({ path }: RowEndpoint): boolean => path.endsWith('}');

/**
 * Adds fields to an account, one for each of these reads. The response of the endpoint decides the
 * kind of field: a connection, a list, the row whose id ends the path, or the only row.
 */
export const accountFields = (reads: EndpointReads): void =>
  builder.objectFields(entityRef(account), (t) =>
    named(reads, (endpoint) => {
      if (endpoint.returns.as === 'page') return t.field(listOfAccount(endpoint));
      if (endpoint.returns.as === 'rows') return t.field(wholeList(endpoint, ofAccount));
      return t.field(endsWithId(endpoint) ? item(endpoint) : single(endpoint, ofAccount));
    }),
  );

/** Adds fields to the query, one for each of these reads outside accounts. */
export const queryFields = (reads: EndpointReads): void =>
  builder.queryFields((t) =>
    named(reads, (endpoint) => {
      if (endpoint.returns.as === 'page') return t.field(list({ endpoint, from: ofViewer }));
      if (endpoint.returns.as === 'rows') return t.field(wholeList(endpoint, ofViewer));
      return t.field(endsWithId(endpoint) ? item(endpoint) : single(endpoint, ofViewer));
    }),
  );
