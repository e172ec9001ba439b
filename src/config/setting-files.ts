import { readFileSync } from 'node:fs';
import { z } from 'zod';
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

/** Documents by their ids. */
export type TrustedDocuments = ReadonlyMap<string, string>;

const id = z.string().min(1);
const byId = z.record(id, z.string());
const listed = z.object({ operations: z.array(z.object({ id, body: z.string() })) });

/**
 * Reads a manifest: `{ "id": "query …" }` of GraphQL Code Generator's client preset and
 * relay-compiler, or `{ "operations": [{ "id": "…", "body": "query …" }] }` of Apollo. Null for
 * a file that cannot be read or is neither.
 */
export const readManifest = (path: string): TrustedDocuments | null => {
  const value = jsonIn(path);
  const { data: list } = listed.safeParse(value);
  if (list !== undefined) return new Map(list.operations.map(({ id, body }) => [id, body]));
  const { data: entries } = byId.safeParse(value);
  return entries === undefined ? null : new Map(Object.entries(entries));
};

const jsonIn = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
};

/** A client of agents that the operator registered. */
export interface HandClient {
  readonly name: string;
  readonly redirect: string;
}

/** A client as `MCP_CLIENTS` has it: `name=redirect address`. Agents check the address. */
export const handClient = z.string().transform((text, { addIssue }): HandClient => {
  const [, name, redirect] = /^([\w.-]{1,64})=(\S+)$/.exec(text) ?? [];
  if (name !== undefined && redirect !== undefined) return { name, redirect };
  addIssue('must be clients as name=address');
  return z.NEVER;
});

/** True if no two clients have the same name. */
export const haveOneNameEach = (clients: readonly HandClient[]): boolean =>
  new Set(clients.map(({ name }) => name)).size === clients.length;
