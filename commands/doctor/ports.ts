import { createServer } from 'node:http';
import { listenerUrl, reachableUrl } from '../../src/auth/listener-url.ts';
import { listen } from '../../src/http/door/acceptors.ts';
import { type Check, fine, wrong } from './finding.ts';

interface ListenAddress {
  readonly variable: 'PORT' | 'ADMIN_PORT';
  readonly host: string;
  readonly port: number;
  /** True if a gateway of this product answers at a base URL. */
  readonly isGateway: (base: string) => Promise<boolean>;
}

interface AddressState {
  readonly ok: boolean;
  readonly text: string;
  readonly todo: string;
}

/** Checks that the gateway could listen at its addresses. */
export const ports: Check = {
  name: 'ports',
  examine: async ({ config: { host, port, adminHost, adminPort } }) => {
    const addresses: readonly ListenAddress[] = [
      { variable: 'PORT', host, port, isGateway: answersSession },
      ...(adminPort === null
        ? []
        : [
            {
              variable: 'ADMIN_PORT',
              host: adminHost,
              port: adminPort,
              isGateway: answersProbe,
            } as const,
          ]),
    ];
    const states = await Promise.all(addresses.map(stateOf));
    const text = states.map((state) => state.text).join(', ');
    const wrongs = states.filter(({ ok }) => !ok);
    return wrongs.length === 0
      ? fine(text)
      : wrong(text, wrongs.map(({ todo }) => todo).join('; '));
  },
};

const stateOf = async ({
  variable,
  host,
  port,
  isGateway,
}: ListenAddress): Promise<AddressState> => {
  const name = `${host}:${port}`;
  if (port === 0) return { ok: true, text: `a free one (${variable}=0)`, todo: '' };
  const server = createServer();
  try {
    await listen(server, port, host);
    return { ok: true, text: `${name} is free`, todo: '' };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isOwn = code === 'EADDRINUSE' && (await isGateway(reachableUrl(listenerUrl(host, port))));
    if (isOwn) return { ok: true, text: `a gateway is running at ${name}`, todo: '' };
    const todo = code === 'EADDRINUSE' ? `Set ${variable} to a free port` : reasons[code];
    return {
      ok: false,
      text: `cannot listen at ${name} (${code})`,
      todo: todo ?? `Set ${variable} to a port of this machine that may be opened`,
    };
  } finally {
    server.close();
  }
};

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'Take a port from 1024 on, or a user who may open it',
  EADDRNOTAVAIL: 'Set HOST and ADMIN_HOST to addresses of this machine',
  ENOTFOUND: 'Set HOST and ADMIN_HOST to addresses of this machine',
};

const read = async (url: string): Promise<string> => {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(2000) })).text();
  } catch {
    return '';
  }
};

const answersSession = async (base: string): Promise<boolean> =>
  (await read(`${base}/auth/session`)).includes('"signedIn"');

const answersProbe = async (base: string): Promise<boolean> =>
  (await read(`${base}/livez`)) === 'alive\n';
