import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the benchmark. */
export const folder = fileURLToPath(new URL('.', import.meta.url));

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifestAt = (path: string): Manifest =>
  JSON.parse(readFileSync(`${folder}${path}package.json`, 'utf8')) as Manifest;

/** The packages that the peers are made of, with the versions that are pinned. */
export const pinned = manifestAt('').dependencies;

const isInstalled = ([name, version]: readonly [string, string]): boolean =>
  existsSync(`${folder}node_modules/${name}/package.json`) &&
  manifestAt(`node_modules/${name}/`).version === version;

/**
 * Installs the packages of the peers if they are missing or have other versions; throws if that
 * fails.
 */
export const installPackages = (): void => {
  if (Object.entries(pinned).every(isInstalled)) return;
  process.stderr.write('installing the peers (once) ...\n');
  const { status } = spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed in bench/');
};
