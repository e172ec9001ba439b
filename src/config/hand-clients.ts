import { z } from 'zod';
import { isRedirect } from './redirect.ts';

/** A client of agents that the operator registered. */
export interface HandClient {
  readonly name: string;
  readonly redirect: string;
}

/** A client as `MCP_CLIENTS` has it: `name=redirect address`. */
export const handClient = z.string().transform((text, { addIssue }): HandClient => {
  const [, name = '', redirect = ''] = /^([\w.-]{1,64})=(\S+)$/.exec(text) ?? [];
  if (name !== '' && isRedirect(redirect)) return { name, redirect };
  addIssue(
    'must be clients as name=address: with https, with http on loopback, or with a scheme that has a dot',
  );
  return z.NEVER;
});

/** True if no two clients have the same name. */
export const haveOneNameEach = (clients: readonly HandClient[]): boolean =>
  new Set(clients.map(({ name }) => name)).size === clients.length;
