import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs a command of a page in an empty folder, with the address of this gateway in place of the
 * page's, and returns its standard output.
 */
export const runCommand = async (
  command: string,
  { url, folder }: { readonly url: string; readonly folder: string },
): Promise<string> => {
  const here = command.replaceAll('http://127.0.0.1:4000', new URL(url).origin);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', here], { cwd: folder });
  return stdout;
};
