import { readFileSync } from 'node:fs';
import { z } from 'zod';

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
