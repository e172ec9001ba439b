import type { GraphQLParams } from 'graphql-yoga';
import type { Documents } from './documents.ts';
import type { GatewayPlugin } from './operation.ts';
import type { Params } from './params.ts';

/** Finds the document of a request that names it by an id or a hash, and keeps valid ones. */
export const useDocuments = (documents: Documents): GatewayPlugin => ({
  onParams: ({ params, setParams, context }) => {
    if (context.operation.isOwn) return;
    const query = documents.textOf(sentIn(params));
    if (query !== params.query) setParams({ ...params, query });
  },
  onValidate: ({ context }) => {
    if (context.operation.isOwn) return undefined;
    return ({ valid }) => {
      if (valid) documents.remember(sentIn(context.params));
    };
  },
});

const sentIn = (params: GraphQLParams): Params => params as unknown as Params;
