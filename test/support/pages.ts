import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The blocks of a page of the documentation that are written in a language, in their order. */
export const blocksOf = (page: string, language: string): readonly string[] => {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return text
    .split('```')
    .flatMap((block, index) =>
      index % 2 === 1 && block.startsWith(`${language}\n`)
        ? [block.slice(language.length + 1)]
        : [],
    );
};

/**
 * Runs a command of a page in an empty folder, with this gateway where the page has its usual
 * address; what it printed.
 */
export const runCommand = async (
  command: string,
  { url, folder }: { readonly url: string; readonly folder: string },
): Promise<string> => {
  const here = command.replaceAll('http://127.0.0.1:4000', new URL(url).origin);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder });
  return stdout;
};
