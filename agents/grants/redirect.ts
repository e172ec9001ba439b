import { ConfigError } from '../../src/config/config-error.ts';
import type { Config } from '../gateway.ts';

/** The addresses at which a program on this machine may wait for its code, by RFC 8252. */
const loopbacks: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Programs that get their code at a scheme without a dot, as their documents say. */
export const programs: ReadonlyMap<string, string> = new Map([
  ['cursor:', 'Cursor'],
  ['vscode:', 'Visual Studio Code'],
  ['vscode-insiders:', 'Visual Studio Code Insiders'],
]);

// RFC 8252, 7.1: the name of a domain turned around. Schemes of systems have no dot.
const privateUse = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/**
 * True if a client may get its code at this address: with https, with http on loopback, or with a
 * scheme that belongs to a program, such as `com.example.app:/callback` or `cursor://callback`.
 */
export const isRedirect = (address: string): boolean => {
  if (!/^[\x21-\x7e]{1,2000}$/.test(address) || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password, href } = new URL(address);
  if (href.includes('#') || username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return loopbacks.has(hostname);
  return privateUse.test(protocol) || programs.has(protocol);
};

/** Throws ConfigError for an operator's client with an address that no client may have. */
export const checkRedirects = ({ mcpClients }: Pick<Config, 'mcpClients'>): void => {
  if (mcpClients.every(({ redirect }) => isRedirect(redirect))) return;
  const allowed = 'with https, with http on loopback, or with a scheme that has a dot';
  throw new ConfigError(`MCP_CLIENTS must be clients as name=address: ${allowed}`);
};

/** True if two addresses are equal, or differ in the port on loopback only (RFC 8252). */
export const isSameRedirect = (registered: string, address: string): boolean => {
  if (registered === address) return true;
  const [one, other] = [withoutPort(registered), withoutPort(address)];
  return one !== null && one === other;
};

const withoutPort = (address: string): string | null => {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.protocol !== 'http:' || !loopbacks.has(url.hostname)) return null;
  url.port = '';
  return url.href;
};
