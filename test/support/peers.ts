import { execFile } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folders = [
  'test/clients',
  'test/conformance',
  'test/federation',
  'test/runners',
  'examples/dashboard',
  'examples/warehouse',
];

const textOf = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

const install = async (name: string): Promise<void> => {
  const folder = fileURLToPath(new URL(`../../${name}/`, import.meta.url));
  const wanted = `${folder}package-lock.json`;
  const installed = `${folder}node_modules/installed-lock.json`;
  if ((await textOf(wanted)) === (await textOf(installed))) return;
  await promisify(execFile)('npm', ['ci'], { cwd: folder, shell: process.platform === 'win32' });
  await copyFile(wanted, installed);
};

/**
 * Installs packages of tests and examples before the first test, if they are missing or have
 * changed.
 */
export const installPeers = async (): Promise<void> => {
  for (const folder of folders) await install(folder);
};

export const setup = installPeers;
