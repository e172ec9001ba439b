import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** The variables that a file may hold instead: `SESSION_SECRET_FILE`. */
const secrets = [
  'ADS_CONSUMER_KEY',
  'ADS_CONSUMER_SECRET',
  'ADS_ACCESS_TOKEN',
  'ADS_ACCESS_TOKEN_SECRET',
  'SESSION_SECRET',
  'REDIS_URL',
] as const;

const fileOf = (name: string): string => `${name}_FILE`;

/** The names of the variables that name such files. */
export const secretFileNames: readonly string[] = secrets.map(fileOf);

/**
 * The variables with the texts of the files that hold secrets, without a last line end. An empty
 * value counts as unset. Throws ConfigError if a secret is set twice or its file cannot be read.
 */
export const withSecretFiles = (
  variables: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> => {
  const read = secrets.flatMap((name) => {
    const path = variables[fileOf(name)] ?? '';
    if (path === '') return [];
    if ((variables[name] ?? '') === '') return [[name, textOf(fileOf(name), path)] as const];
    throw new ConfigError(`${fileOf(name)} must not be set, because ${name} is`);
  });
  return { ...variables, ...Object.fromEntries(read) };
};

const textOf = (name: string, path: string): string => {
  const text = contentOf(name, path).replace(/\r?\n$/, '');
  if (text === '') throw new ConfigError(`${name} must name a file that is not empty`);
  return text;
};

const contentOf = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name} must name a file that can be read (${code})`);
  }
};
