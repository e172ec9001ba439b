import type { Server } from 'node:http';
import { createServer } from 'node:http';

interface Health {
  readonly isReady: () => boolean;
  readonly metrics: () => Promise<string>;
}

/** The server for `/livez`, `/readyz` and `/metrics`. It is meant for this machine only, so nothing is authenticated. */
export const createAdmin = ({ isReady, metrics }: Health): Server =>
  createServer(async (req, res) => {
    const answers: Readonly<Record<string, () => Promise<readonly [number, string]>>> = {
      '/livez': async () => [200, 'alive\n'],
      '/readyz': async () => (isReady() ? [200, 'ready\n'] : [503, 'not ready\n']),
      '/metrics': async () => [200, await metrics()],
    };
    const path = req.url ?? '';
    const known = req.method === 'GET' && Object.hasOwn(answers, path) ? answers[path] : undefined;
    const [status, text] = (await known?.()) ?? [404, 'not here\n'];
    res.writeHead(status, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
    res.end(text);
  });
