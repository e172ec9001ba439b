import { parseArgs } from 'node:util';

/** A command line that cannot be understood. The process ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Option {
  readonly type: 'boolean' | 'string';
  readonly multiple?: boolean;
  /** The name of its value in the help. */
  readonly value?: string;
  readonly doc: string;
}

interface Command {
  readonly doc: string;
  /** A word beside the options, as the help shows it. */
  readonly word?: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly example: string;
}

/** The options of every client of the graph. */
const asking = {
  url: {
    type: 'string',
    value: 'URL',
    doc: 'the gateway to use; by default one runs in this process, with the settings of start',
  },
  quiet: { type: 'boolean', doc: 'print no progress' },
} as const;

/** Every command, as its help shows it. */
const commands = {
  start: {
    doc: 'serve GraphQL, over the emulator if no credentials are set',
    options: {
      'print-limits': { type: 'boolean', doc: 'print every limit and deadline as JSON, and exit' },
      'check-guards': {
        type: 'string',
        value: 'FILE',
        doc: 'print the rules of a GUARDS file as sentences, and exit',
      },
    },
    example: 'PORT=4001 ads-graph start',
  },
  emulator: {
    doc: 'serve the emulator of the REST API alone, at port 4010',
    options: {},
    example: 'PORT=4011 ads-graph emulator',
  },
  query: {
    doc: 'send a document to the graph, and print the response',
    word: 'FILE',
    options: {
      variables: { type: 'string', value: 'JSON|@FILE', doc: 'the variables of the document' },
      operation: { type: 'string', value: 'NAME', doc: 'the operation, if the file has several' },
      follow: {
        type: 'string',
        value: 'PATH',
        doc: 'read all pages of a list, such as account.campaigns',
      },
      format: {
        type: 'string',
        value: 'json|ndjson|csv',
        doc: 'json by default; the other two print the rows of --follow',
      },
      key: {
        type: 'string',
        value: 'KEY',
        doc: 'the idempotency key of a mutation; by default a new one, which is printed',
      },
      ...asking,
    },
    example:
      'ads-graph query campaigns.graphql --variables \'{"id":"18ce54bik3s"}\' --follow account.campaigns --format csv',
  },
  export: {
    doc: 'write tables of entities and results by day as files, for a warehouse',
    options: {
      account: { type: 'string', value: 'ID[,…]', doc: 'these accounts' },
      all: { type: 'boolean', doc: 'all accounts that the user can see' },
      tables: { type: 'string', value: 'T,…', doc: 'these tables; ? lists all of them' },
      days: { type: 'string', value: 'FIRST..LAST', doc: 'the days of results' },
      last: { type: 'string', value: 'N', doc: 'the last N days, including today; 30 by default' },
      lookback: {
        type: 'string',
        value: 'N',
        doc: 'days before the last run that are read again; 14 by default',
      },
      metrics: {
        type: 'string',
        value: 'GROUP,…',
        doc: 'groups of figures; by default ENGAGEMENT,BILLING,VIDEO',
      },
      segment: {
        type: 'string',
        value: 'TYPE[:OF]',
        doc: 'divide results by AGE, GENDER, METROS:COUNTRY, PLATFORMS or CONVERSION_TAGS',
      },
      reads: {
        type: 'string',
        value: 'sync|jobs|auto',
        doc: 'how to read results; by default the way that is expected to be faster',
      },
      format: { type: 'string', value: 'ndjson|csv|parquet', doc: 'parquet by default' },
      partition: {
        type: 'string',
        value: 'day|month',
        doc: 'the days per file; month by default for more than 90 days',
      },
      out: { type: 'string', value: 'DIR', doc: 'the folder of the files' },
      state: {
        type: 'string',
        value: 'FILE',
        doc: 'records progress, so that the next run resumes',
      },
      'dry-run': { type: 'boolean', doc: 'print the expected calls and seconds, write nothing' },
      ...asking,
    },
    example: 'ads-graph export --all --last 30 --out warehouse --state export.json',
  },
  audience: {
    doc: 'upload the people of a file to a custom audience, or remove them',
    word: 'upload',
    options: {
      account: { type: 'string', value: 'ID', doc: 'the account' },
      audience: { type: 'string', value: 'ID', doc: 'the custom audience' },
      file: { type: 'string', value: 'FILE', doc: 'the people, as CSV or NDJSON' },
      columns: {
        type: 'string',
        value: 'C,…',
        doc: 'the columns of CSV without a header; leave a name empty to skip a column',
      },
      map: {
        type: 'string',
        value: 'NAME=COLUMN,…',
        doc: 'the meaning of column names, such as Phone=phone_number',
      },
      ignore: { type: 'string', value: 'NAME,…', doc: 'columns to skip' },
      country: { type: 'string', value: 'CC', doc: 'the country of national phone numbers' },
      delete: { type: 'boolean', doc: 'remove the people instead' },
      check: { type: 'boolean', doc: 'count what would be sent, send nothing' },
      state: {
        type: 'string',
        value: 'FILE',
        doc: 'records what was sent, so that the next run resumes',
      },
      rejects: {
        type: 'string',
        value: 'FILE',
        doc: 'receives the lines that were not sent, and why; by default beside the state or file',
      },
      ...asking,
    },
    example:
      'ads-graph audience upload --account 18ce54bik3s --audience af3e2000 --file people.csv --state upload.json',
  },
  mcp: {
    doc: 'serve agents over standard input and output, as the user of login, else the owner',
    options: { read: { type: 'boolean', doc: 'offer only tools that read' } },
    example: 'ads-graph mcp --read',
  },
  doctor: {
    doc: 'check addresses, clock, keys, access, Redis and ports; changes nothing',
    options: {
      json: { type: 'boolean', doc: 'print { ok, checks: [{ name, ok, message, todo }] }' },
    },
    example: 'ads-graph doctor',
  },
  login: {
    doc: 'sign in with a PIN, and keep the session for use as bearer',
    options: {},
    example: 'ads-graph login',
  },
  logout: {
    doc: 'delete the session of login',
    options: { revoke: { type: 'boolean', doc: 'first revoke its access token at the API' } },
    example: 'ads-graph logout --revoke',
  },
  schema: {
    doc: 'print the schema; needs no server and no credentials',
    options: {
      subgraph: { type: 'boolean', doc: 'the subgraph for Federation 2' },
      prefix: {
        type: 'string',
        value: 'X',
        doc: 'put this before type names (by default TYPE_PREFIX)',
      },
      'prefix-page-info': { type: 'boolean', doc: 'also before PageInfo' },
      without: {
        type: 'string',
        multiple: true,
        value: 'DIRECTIVE,…',
        doc: 'leave out these directives of the subgraph',
      },
      cache: {
        type: 'string',
        value: 'apollo|urql',
        doc: "instead, the configuration of this client's cache, as TypeScript",
      },
    },
    example: 'ads-graph schema --subgraph --prefix Ads > ads.graphql',
  },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

/** The commands that are clients of the graph; `ads-graph.js` starts `commands/main.ts` for them. */
export type ClientCommand = 'query' | 'export' | 'audience';

export const commandNames = Object.keys(commands);

export const isCommand = (word: string | undefined): word is CommandName =>
  word !== undefined && Object.hasOwn(commands, word);

type OptionValues<O extends Readonly<Record<string, Option>>> = {
  readonly [N in keyof O]?: O[N] extends { readonly multiple: true }
    ? readonly string[]
    : O[N] extends { readonly type: 'boolean' }
      ? boolean
      : string;
};

/** The options of a command, and the word beside them. Throws UsageError for unknown words. */
export const wordsOf = <N extends CommandName>(
  name: N,
  words: readonly string[],
): { readonly options: OptionValues<(typeof commands)[N]['options']>; readonly word: string } => {
  const { options, word = '' }: Command = commands[name];
  const read = () => {
    try {
      return parseArgs({ args: [...words], options, allowPositionals: word !== '' });
    } catch (error) {
      const [message = ''] = error instanceof Error ? error.message.split(/\. |\n/) : [];
      throw wrong(name, message);
    }
  };
  const { values, positionals } = read();
  if (positionals.length > 1) throw wrong(name, `Unexpected argument '${positionals[1]}'`);
  if (word !== '' && positionals.length === 0) throw wrong(name, `${word} is missing`);
  return {
    options: values as OptionValues<(typeof commands)[N]['options']>,
    word: positionals[0] ?? '',
  };
};

const wrong = (name: CommandName, message: string): UsageError =>
  new UsageError(`${message}; ads-graph ${name} --help lists its options`);

/** The options of a command without a word. Throws UsageError for unknown words. */
export const optionsOf = <N extends CommandName>(
  name: N,
  words: readonly string[],
): OptionValues<(typeof commands)[N]['options']> => wordsOf(name, words).options;

const columns = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, doc]) => `  ${name.padEnd(width)}   ${doc}`);
};

/** The output of `ads-graph --help`. */
export const help = (): string =>
  [
    'Usage: ads-graph COMMAND [OPTION…]',
    '',
    ...columns(Object.entries(commands).map(([name, { doc }]) => [name, doc])),
    '',
    'ads-graph COMMAND --help shows its options. Settings are environment variables.',
  ].join('\n');

/** The output of a command's `--help`. */
export const helpOf = (name: CommandName): string => {
  const { doc, word, options, example }: Command = commands[name];
  const rows = Object.entries(options).map(
    ([option, { value, doc: text }]) =>
      [`--${option}${value === undefined ? '' : ` ${value}`}`, text] as const,
  );
  const beside = `${word === undefined ? '' : ` ${word}`}${rows.length === 0 ? '' : ' [OPTION…]'}`;
  return [
    `Usage: ads-graph ${name}${beside}`,
    '',
    `  ${doc}`,
    ...(rows.length === 0 ? [] : ['', ...columns(rows)]),
    '',
    `Example: ${example}`,
  ].join('\n');
};
