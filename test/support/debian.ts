import { spawnSync } from 'node:child_process';

/**
 * Runs apt-get, and waits for another one that is running. Callers look for the program afterwards.
 */
export const apt = (...args: readonly string[]): void => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-q', ...args], { env, stdio: 'ignore' });
};

/** Installs a Debian package without what it only recommends, and says so in one line. */
export const install = (name: string): void => {
  console.log(`The tests need Debian's package ${name}, which apt-get installs now.`);
  apt('install', '-y', '--no-install-recommends', name);
};

/** Prints the version of a program that the tests run with: Debian's packages are not pinned. */
export const printVersion = (program: string): void => {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  console.log(`Not pinned: ${stdout.trim() || program}`);
};

const found = new Set<string>();

const isThere = (program: string): boolean => {
  if (!found.has(program) && spawnSync(program, ['--version']).status === 0) found.add(program);
  return found.has(program);
};

/** Finds a program, or installs the Debian package that has it. */
export const provide = (program: string, name: string): void => {
  if (isThere(program)) return;
  apt('update');
  install(name);
  if (isThere(program)) return;
  throw new Error(
    `The tests need ${program}: install it (apt-get install ${name}) and run them again`,
  );
};

/** Debian's Python, with the packages of these modules installed. */
export const providePython = (...modules: readonly string[]): string => {
  const python = '/usr/bin/python3';
  const isThere = (): boolean =>
    spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0;
  if (isThere()) return python;
  apt('update');
  for (const name of modules) install(`python3-${name.replaceAll('_', '-')}`);
  if (isThere()) return python;
  throw new Error(`The tests need ${modules.join(' and ')} for ${python}`);
};
