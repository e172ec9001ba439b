import { printSchema } from 'graphql';
import { optionsOf, UsageError } from '../../bin/commands.ts';
import { readTypePrefix } from '../config/type-prefix.ts';
import { cacheConfig, cacheNames } from './cache-config.ts';
import { schemaFor } from './index.ts';
import { subgraphDirectives, subgraphWithout } from './subgraph.ts';

/**
 * The schema, or with `--subgraph` the subgraph, in the schema definition language; with `--cache`
 * the configuration of a client's cache. `--prefix` and `--prefix-page-info` override TYPE_PREFIX
 * and TYPE_PREFIX_PAGE_INFO; no other variable is read. `--without` removes directives from the
 * subgraph. Throws UsageError for options that do not exist or cannot be combined.
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
  if (options.cache !== undefined) {
    const cache = cacheNames.find((name) => name === options.cache);
    if (cache === undefined) throw new UsageError(`--cache must be ${cacheNames.join(' or ')}`);
    if (options.subgraph === true)
      throw new UsageError('--cache and --subgraph exclude each other');
    return cacheConfig(cache, schema);
  }
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
