import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Log } from '../log.ts';

interface Health {
  readonly isReady: () => boolean;
  readonly metrics: () => Promise<string>;
}

type Answers = Readonly<Record<string, () => Promise<readonly [number, string]>>>;

/** The server for `/livez`, `/readyz` and `/metrics`. It is meant for this machine only, so nothing is authenticated. */
export const createAdmin = ({ isReady, metrics }: Health, log: Pick<Log, 'error'>): Server => {
  const answers: Answers = {
    '/livez': async () => [200, 'alive\n'],
    '/readyz': async () => (isReady() ? [200, 'ready\n'] : [503, 'not ready\n']),
    '/metrics': async () => [200, await metrics()],
  };
  const answerTo = async (method = '', path = ''): Promise<readonly [number, string]> => {
    const known = method === 'GET' && Object.hasOwn(answers, path) ? answers[path] : undefined;
    try {
      return (await known?.()) ?? [404, 'not here\n'];
    } catch (error) {
      log.error({ path, err: error }, 'failed inside');
      return [500, 'failed; the log has more\n'];
    }
  };
  return createServer(async (req, res) => {
    const [status, text] = await answerTo(req.method, req.url);
    res.writeHead(status, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
    res.end(text);
  });
};
