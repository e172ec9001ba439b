import { z } from 'zod';

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
