import type { Documents } from './documents.ts';
import type { OperationPlugin } from './operation.ts';
import { sha256In } from './params.ts';

/** Finds the document of a request that names it by an id or a hash, and keeps valid ones. */
export const useDocuments = (documents: Documents): OperationPlugin => ({
  onParams: ({ params, setParams, context }) => {
    if (context.operation.isOwn) return;
    const query = documents.textOf(params);
    if (query !== params.query) setParams({ ...params, query });
  },
  onValidate: ({ context: { operation, params } }) => {
    if (operation.isOwn || sha256In(params) === null) return undefined;
    return ({ valid }) => {
      if (valid) documents.remember(params);
    };
  },
});
