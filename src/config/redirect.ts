/** Where a program on this machine waits for its code: RFC 8252 names no other addresses. */
const loopbacks: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

// Schemes that a browser opens itself, or hands to what is no client of agents.
const taken =
  /^(?:about|blob|data|file|filesystem|ftp|intent|javascript|mailto|sms|tel|vbscript|view-source|wss?):$/;

/**
 * Whether a client may get its code at this address: with https, with http on loopback, or with a
 * scheme that belongs to a program, such as `cursor://callback`.
 */
export const isRedirect = (address: string): boolean => {
  if (!/^[\x21-\x7e]{1,2000}$/.test(address) || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password, href } = new URL(address);
  if (href.includes('#') || username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  return protocol === 'http:' ? loopbacks.has(hostname) : !taken.test(protocol);
};

/** Whether two addresses are equal, or differ in the port on loopback only (RFC 8252). */
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
