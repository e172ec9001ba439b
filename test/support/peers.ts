import { execFile } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = fileURLToPath(new URL('../federation/', import.meta.url));
const wanted = `${folder}package-lock.json`;
const installed = `${folder}node_modules/installed-lock.json`;

const textOf = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

/** Installs other people's gateways and composers before the first test, where they are missing or have changed. */
export const setup = async (): Promise<void> => {
  if ((await textOf(wanted)) === (await textOf(installed))) return;
  await promisify(execFile)('npm', ['ci'], { cwd: folder, shell: process.platform === 'win32' });
  await copyFile(wanted, installed);
};
