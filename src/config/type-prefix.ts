import { z } from 'zod';
import { oneOf } from './checked-json.ts';
import { ConfigError } from './config-error.ts';

/** The prefix of type names, and whether `PageInfo` has it too. */
export interface TypePrefix {
  /** Empty for none. `Ads` turns `Campaign` into `AdsCampaign`. */
  readonly text: string;
  readonly onPageInfo: boolean;
}

/** The variables that set it. */
export const typePrefixShape = {
  TYPE_PREFIX: z
    .string()
    .regex(/^[A-Za-z]\w{0,39}$/, 'must begin a type name: a letter, then letters, digits and _')
    .default(''),
  TYPE_PREFIX_PAGE_INFO: oneOf('true', 'false').default('false'),
};

const variables = z.object(typePrefixShape);

/** The prefix that the variables set. Throws ConfigError for `PageInfo` without a prefix. */
export const typePrefixOf = (values: z.infer<typeof variables>): TypePrefix => {
  const { TYPE_PREFIX: text, TYPE_PREFIX_PAGE_INFO } = values;
  const onPageInfo = TYPE_PREFIX_PAGE_INFO === 'true';
  if (!onPageInfo || text !== '') return { text, onPageInfo };
  throw new ConfigError('TYPE_PREFIX must be set, because TYPE_PREFIX_PAGE_INFO is');
};

type PrefixVariables = Readonly<Record<string, string | undefined>>;

/** The same as command-line options, which override the variables. */
interface PrefixOptions {
  readonly text: string | undefined;
  readonly onPageInfo: boolean;
}

/**
 * The prefix that options or these two variables set, whatever else the environment holds. An empty
 * variable counts as unset. Throws ConfigError.
 */
export const readTypePrefix = (given: PrefixVariables, options: PrefixOptions): TypePrefix => {
  const { data, error } = variables.safeParse({
    TYPE_PREFIX: (options.text ?? given['TYPE_PREFIX']) || undefined,
    TYPE_PREFIX_PAGE_INFO: options.onPageInfo
      ? 'true'
      : given['TYPE_PREFIX_PAGE_INFO'] || undefined,
  });
  if (data !== undefined) return typePrefixOf(data);
  const [issue] = error.issues;
  const isOption = issue?.path[0] === 'TYPE_PREFIX' && options.text !== undefined;
  const name = isOption ? '--prefix' : String(issue?.path[0]);
  throw new ConfigError(`${name} ${issue?.message ?? 'is wrong'}`);
};
