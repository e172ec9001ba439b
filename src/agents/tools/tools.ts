import type { GraphQLSchema } from 'graphql';
import { accounts } from './accounts.ts';
import { describeIn } from './describe.ts';
import { find } from './find.ts';
import { query } from './query.ts';
import { read } from './read.ts';
import { results } from './results.ts';
import type { Tool } from './tool.ts';

/** The tools, by name. Where only trusted documents are answered, there is no `ads_query`. */
export const toolsFor = ({
  schema,
  trustedOnly,
}: {
  readonly schema: GraphQLSchema;
  readonly trustedOnly: boolean;
}): ReadonlyMap<string, Tool> => {
  const all = [accounts, describeIn(schema), find, ...(trustedOnly ? [] : [query]), read, results];
  return new Map(all.map((one) => [one.name, one]));
};
