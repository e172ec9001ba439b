import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { UsageError } from './options.ts';
import { outFolder } from './stage.ts';
import { ours, root, type Target } from './targets.ts';

const run = (program: string, args: readonly string[], cwd: string): string => {
  const { status, stdout } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new UsageError(`${[program, ...args].join(' ')} failed`);
  return stdout.trim();
};

// An older version refuses to start with a limit that it does not know.
const mentions = (folder: string, name: string): boolean =>
  spawnSync('git', ['grep', '--quiet', '--fixed-strings', name], { cwd: folder }).status === 0;

/**
 * The gateway of a commit: checked out under `out/versions/` with the packages of its lock file,
 * and kept there. Throws a UsageError if that fails.
 */
export const versionAt = (commit: string): Target => {
  const hash = run('git', ['rev-parse', '--short=8', '--verify', `${commit}^{commit}`], root);
  const folder = `${outFolder}versions/${hash}`;
  if (!existsSync(`${folder}/node_modules`)) {
    // Files that a failed installation has left.
    rmSync(folder, { recursive: true, force: true });
    run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder], root);
    run('git', ['checkout', '--quiet', '--detach', hash], folder);
    process.stderr.write(`installing the packages of ${hash} (once) ...\n`);
    run('npm', ['ci', '--ignore-scripts'], folder);
  }
  const known = (env: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(env).filter(([name]) => mentions(folder, name)));
  return {
    ...ours,
    name: hash,
    about: `this gateway at ${hash}`,
    root: folder,
    env: (upstream) => known(ours.env(upstream)),
  };
};
