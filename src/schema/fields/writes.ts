import type { Operations, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { batchMutation } from './batch-mutations.ts';
import { mutation } from './mutations.ts';

const isBatch = (
  endpoint: RowEndpoint,
): endpoint is RowEndpoint & { readonly operations: Operations } => endpoint.operations !== null;

/** Defines a mutation for each write among these endpoints. */
export const mutations = (area: Readonly<Record<string, RowEndpoint>>): void => {
  for (const endpoint of Object.values(area)) {
    if (endpoint.readOnly) continue;
    if (isBatch(endpoint)) batchMutation(endpoint);
    else mutation(endpoint);
  }
};
