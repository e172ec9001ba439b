import type { CommandName } from '../../bin/commands.ts';
import { commandNames, help, helpOf, isCommand, UsageError } from '../../bin/commands.ts';
import { didYouMean } from '../upstream/catalogue/language/near-names.ts';
import { version } from './package.ts';

/** The meaning of a command line: a command with its words, or a text to print. */
type AskedCommand = { readonly name: CommandName; readonly words: readonly string[] } | string;

/** Reads a command line, without the program's own name. Throws UsageError. */
export const readCommandLine = ([first, ...words]: readonly string[]): AskedCommand => {
  if (first === '--version') return version;
  if (first === '--help' || first === 'help')
    return isCommand(words[0]) ? helpOf(words[0]) : help();
  if (isCommand(first)) return words.includes('--help') ? helpOf(first) : { name: first, words };
  const hint = 'ads-graph --help lists the commands';
  if (first === undefined) throw new UsageError(`A command is missing; ${hint}`);
  throw new UsageError(`Unknown command ${first}; ${hint}${didYouMean(first, commandNames)}`);
};
