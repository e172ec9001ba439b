import { parseArgs } from 'node:util';
import { printSchema } from 'graphql';
import { ConfigError } from '../config/config-error.ts';
import { readTypePrefix } from '../config/type-prefix.ts';
import { schemaFor } from './index.ts';
import { subgraphDirectives, subgraphWithout } from './subgraph.ts';

const options = {
  subgraph: { type: 'boolean', default: false },
  prefix: { type: 'string' },
  'prefix-page-info': { type: 'boolean', default: false },
  without: { type: 'string', multiple: true },
} as const;

/**
 * The schema, or with `--subgraph` the subgraph, in the schema definition language. `--prefix` and
 * `--prefix-page-info` override TYPE_PREFIX and TYPE_PREFIX_PAGE_INFO; no other variable is read.
 * `--without` removes directives from the subgraph. Throws ConfigError for options that do not
 * exist or cannot be combined.
 */
export const sdlOf = (
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): string => {
  const options = optionsOf(words);
  const onPageInfo = options['prefix-page-info'];
  const prefix = readTypePrefix(variables, { text: options.prefix, onPageInfo });
  const without = directivesOf(options.without ?? []);
  if (!options.subgraph && without.length > 0) {
    throw new ConfigError('--without needs --subgraph, which has those directives');
  }
  const schema = schemaFor(prefix);
  return options.subgraph ? subgraphWithout(schema, without) : `${printSchema(schema)}\n`;
};

const optionsOf = (words: readonly string[]) => {
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new ConfigError(message);
  }
};

/** The names of `--without authenticated,@cost`, which may be given more than once. */
const directivesOf = (lists: readonly string[]): readonly string[] => {
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.replace(/^@/, ''));
  const unknown = names.find((name) => !subgraphDirectives.includes(name));
  if (unknown === undefined) return names;
  throw new ConfigError(
    `--without takes ${subgraphDirectives.join(', ')}; the subgraph has no directive "${unknown}"`,
  );
};
