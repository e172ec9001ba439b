import { parseArgs } from 'node:util';
import { version } from '../package.ts';
import { StartError } from './config-error.ts';
import { hintAt } from './misspelt.ts';

/** A command line that cannot be understood. The process ends with 2. */
export class UsageError extends StartError {
  override readonly name = 'UsageError';
}

interface Option {
  readonly type: 'boolean' | 'string';
  readonly multiple?: boolean;
  /** What its value stands for in the help. */
  readonly value?: string;
  readonly doc: string;
}

interface Command {
  readonly doc: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly example: string;
}

/** Every command, as its help shows it. */
const commands = {
  start: {
    doc: 'serve GraphQL, over the emulator if no credentials are set',
    options: {
      'print-limits': { type: 'boolean', doc: 'print every limit and deadline as JSON, and end' },
      'check-guards': {
        type: 'string',
        value: 'FILE',
        doc: 'print the rules of a file for GUARDS as sentences, and end',
      },
    },
    example: 'PORT=4001 ads-graph start',
  },
  emulator: {
    doc: 'serve the emulator of the REST API alone, at port 4010',
    options: {},
    example: 'PORT=4011 ads-graph emulator',
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
    doc: 'delete that session',
    options: { revoke: { type: 'boolean', doc: 'first end its access token at the API' } },
    example: 'ads-graph logout --revoke',
  },
  schema: {
    doc: 'print the schema; needs no server and no credentials',
    options: {
      subgraph: { type: 'boolean', doc: 'the subgraph for Federation 2' },
      prefix: { type: 'string', value: 'X', doc: 'this before type names (else TYPE_PREFIX)' },
      'prefix-page-info': { type: 'boolean', doc: 'and before PageInfo' },
      without: {
        type: 'string',
        multiple: true,
        value: 'DIRECTIVE,…',
        doc: 'without these directives of the subgraph',
      },
    },
    example: 'ads-graph schema --subgraph --prefix Ads > ads.graphql',
  },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

const isCommand = (word: string | undefined): word is CommandName =>
  word !== undefined && Object.hasOwn(commands, word);

type OptionValues<O extends Readonly<Record<string, Option>>> = {
  readonly [N in keyof O]?: O[N] extends { readonly multiple: true }
    ? readonly string[]
    : O[N] extends { readonly type: 'boolean' }
      ? boolean
      : string;
};

/** The options of a command. Throws UsageError for words that are none. */
export const optionsOf = <N extends CommandName>(
  name: N,
  words: readonly string[],
): OptionValues<(typeof commands)[N]['options']> => {
  const { options }: Command = commands[name];
  try {
    return parseArgs({ args: [...words], options }).values as OptionValues<
      (typeof commands)[N]['options']
    >;
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    throw new UsageError(`${message}; ads-graph ${name} --help lists its options`);
  }
};

/** What a command line asks for: a command with its words, or a text to print. */
type Asked = { readonly name: CommandName; readonly words: readonly string[] } | string;

/** Reads a command line, without the program's own name. Throws UsageError. */
export const readCommandLine = ([first, ...words]: readonly string[]): Asked => {
  if (first === '--version') return version;
  if (first === '--help' || first === 'help')
    return isCommand(words[0]) ? helpOf(words[0]) : help();
  if (isCommand(first)) return words.includes('--help') ? helpOf(first) : { name: first, words };
  const hint = 'ads-graph --help lists the commands';
  if (first === undefined) throw new UsageError(`A command is missing; ${hint}`);
  throw new UsageError(
    `There is no command ${first}${hintAt(first, Object.keys(commands))}; ${hint}`,
  );
};

const columns = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, doc]) => `  ${name.padEnd(width)}   ${doc}`);
};

const help = (): string =>
  [
    'Usage: ads-graph COMMAND [OPTION…]',
    '',
    ...columns(Object.entries(commands).map(([name, { doc }]) => [name, doc])),
    '',
    'ads-graph COMMAND --help shows its options. Settings are environment variables.',
  ].join('\n');

const helpOf = (name: CommandName): string => {
  const { doc, options, example }: Command = commands[name];
  const rows = Object.entries(options).map(
    ([option, { value, doc: text }]) =>
      [`--${option}${value === undefined ? '' : ` ${value}`}`, text] as const,
  );
  return [
    `Usage: ads-graph ${name}${rows.length === 0 ? '' : ' [OPTION…]'}`,
    '',
    `  ${doc}`,
    ...(rows.length === 0 ? [] : ['', ...columns(rows)]),
    '',
    `Example: ${example}`,
  ].join('\n');
};
