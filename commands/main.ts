import { type ClientCommand, helpOf, UsageError, wordsOf } from '../bin/commands.ts';

type RunCommand = (words: readonly string[]) => Promise<boolean>;

/** The commands. Each returns false if something failed, and has reported it. */
const runs: Readonly<Record<ClientCommand, RunCommand>> = {
  query: async (words) => {
    const { options, word } = wordsOf('query', words);
    return (await import('./query/query.ts')).query(word, options, process.env);
  },
  export: async (words) => {
    const { options } = wordsOf('export', words);
    return (await import('./export/export.ts')).exportFiles(options, process.env);
  },
  audience: async (words) => {
    const { options, word } = wordsOf('audience', words);
    if (word !== 'upload') throw new UsageError(`ads-graph audience has no ${word}, only upload`);
    return (await import('./audience/upload.ts')).uploadPeople(options, process.env);
  },
};

const run = async ([name = '', ...words]: readonly string[]): Promise<void> => {
  const command = name as ClientCommand;
  // The reader may close the pipe early: `ads-graph query … | head`.
  process.stdout.on('error', () => process.exit(0));
  if (words.includes('--help')) process.stdout.write(`${helpOf(command)}\n`);
  else if (!(await runs[command](words))) process.exitCode = 1;
};

// Names of errors, because the gateway's ConfigError has no class here.
const said = ['AdsGraphError', 'ConfigError', 'DamagedFileError', 'UsageError'];
const isSaid = (error: unknown): error is Error =>
  error instanceof Error && said.includes(error.name);

run(process.argv.slice(2)).catch((error: unknown) => {
  const text = isSaid(error) ? error.message : String((error as Error).stack ?? error);
  process.stderr.write(`ads-graph: ${text}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
