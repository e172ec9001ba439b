import { spawnSync } from 'node:child_process';

/** Runs apt-get, after another one that is running. Whether it worked is seen by what is there. */
export const apt = (...args: readonly string[]): void => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-q', ...args], { env, stdio: 'ignore' });
};

/** Installs a Debian package without what it only recommends. */
export const install = (name: string): void =>
  apt('install', '-y', '--no-install-recommends', name);
