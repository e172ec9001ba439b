import { printSchema } from 'graphql';
import { optionsOf, UsageError } from '../../bin/commands.ts';
import { readTypePrefix } from '../config/type-prefix.ts';
import { schemaFor } from './index.ts';
import { subgraphDirectives, subgraphWithout } from './subgraph.ts';

/**
 * The schema, or with `--subgraph` the subgraph, in the schema definition language. `--prefix` and
 * `--prefix-page-info` override TYPE_PREFIX and TYPE_PREFIX_PAGE_INFO; no other variable is read.
 * `--without` removes directives from the subgraph. Throws UsageError for options that do not
 * exist or cannot be combined.
 */
export const sdlOf = (
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): string => {
  const options = optionsOf('schema', words);
  const onPageInfo = options['prefix-page-info'] ?? false;
  const prefix = readTypePrefix(variables, { text: options.prefix, onPageInfo });
  const without = directivesOf(options.without ?? []);
  if (options.subgraph !== true && without.length > 0) {
    throw new UsageError('--without needs --subgraph, which has those directives');
  }
  const schema = schemaFor(prefix);
  return options.subgraph === true ? subgraphWithout(schema, without) : `${printSchema(schema)}\n`;
};

/** The names in `--without authenticated,@cost`, which may occur more than once. */
const directivesOf = (lists: readonly string[]): readonly string[] => {
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.replace(/^@/, ''));
  const unknown = names.find((name) => !subgraphDirectives.includes(name));
  if (unknown === undefined) return names;
  throw new UsageError(
    `--without takes ${subgraphDirectives.join(', ')}; the subgraph has no directive "${unknown}"`,
  );
};
