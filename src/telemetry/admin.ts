import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Config } from '../config/config.ts';
import { listen } from '../http/door/acceptors.ts';
import { misleading } from '../http/door/headers.ts';
import { isLoopback } from '../upstream/client/loopback.ts';
import type { Log } from './log.ts';

interface Readiness {
  readonly isReady: () => boolean;
  /** Warnings of the store for the operator, a sentence each. */
  readonly warnings: () => readonly string[];
  readonly metrics: () => Promise<string>;
}

/** The listener of probes and metrics. */
interface Admin {
  /** Its base URL, such as `http://127.0.0.1:9464`; null without ADMIN_PORT. */
  readonly url: string | null;
  readonly close: () => void;
}

type ProbeAnswers = Readonly<Record<string, () => Promise<readonly [number, string]>>>;

/**
 * Opens the listener for `/livez`, `/readyz` and `/metrics` if ADMIN_PORT is set. It has no
 * authentication, so web pages must be kept from reading it: see `isOwnName`.
 */
export const openAdmin = async (
  { adminHost, adminPort }: Pick<Config, 'adminHost' | 'adminPort'>,
  readiness: Readiness,
  log: Pick<Log, 'error'>,
): Promise<Admin> => {
  if (adminPort === null) return { url: null, close: () => undefined };
  const server = createAdmin(adminHost, readiness, log);
  return {
    url: await listen(server, adminPort, adminHost),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const createAdmin = (
  adminHost: string,
  { isReady, warnings, metrics }: Readiness,
  log: Pick<Log, 'error'>,
): Server => {
  const answers: ProbeAnswers = {
    '/livez': async () => [200, 'alive\n'],
    '/readyz': async () =>
      isReady() ? [200, ['ready', ...warnings(), ''].join('\n')] : [503, 'not ready\n'],
    '/metrics': async () => [200, await metrics()],
  };
  const answerTo = async (method = '', url = ''): Promise<readonly [number, string]> => {
    const [path = ''] = url.split('?', 1);
    const isRead = method === 'GET' || method === 'HEAD';
    const known = isRead && Object.hasOwn(answers, path) ? answers[path] : undefined;
    try {
      return (await known?.()) ?? [404, 'not here\n'];
    } catch (error) {
      log.error({ path, err: error }, 'failed inside');
      return [500, 'failed; the log has the cause\n'];
    }
  };
  return createServer(async (req, res) => {
    const [status, text] = refusalOf(req, adminHost) ?? (await answerTo(req.method, req.url));
    res.writeHead(status, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
    res.end(text);
  });
};

const refusalOf = (req: IncomingMessage, adminHost: string): readonly [number, string] | null => {
  const mistake = misleading(req);
  if (mistake !== null) return [400, `${mistake.message}\n`];
  if (isOwnName(req.headers.host, adminHost)) return null;
  return [421, 'Unknown host name: use an IP address, or set ADMIN_HOST\n'];
};

/**
 * True if the Host header names this listener: as a loopback name, an IP address, ADMIN_HOST, or
 * the name of this machine. Any other name may belong to a page that pointed it here (DNS
 * rebinding): `evil.example` that resolves to 127.0.0.1. Browsers always send the header.
 */
const isOwnName = (host: string | undefined, adminHost: string): boolean => {
  if (host === undefined) return true;
  const name = host.replace(/:\d*$/, '').toLowerCase();
  const address = /^\[(.*)\]$/.exec(name)?.[1] ?? name;
  return isLoopback(name) || isIP(address) !== 0 || ownNames(adminHost).includes(name);
};

const ownNames = (adminHost: string): readonly string[] =>
  [adminHost, hostname()].map((name) => name.toLowerCase());
