import { Agent, createServer, request } from 'node:http';
import { listen } from '../../src/http/door/acceptors.ts';

/** A process behind a balancer: where it serves, and where its probes are. */
interface Backend {
  readonly url: string;
  readonly admin: string;
}

/** A balancer like many: it keeps connections, and checks readiness every 100 ms. */
export interface Balancer {
  readonly url: string;
  /** Resolves when the backend is ready and receives requests. */
  readonly add: (backend: Backend) => Promise<void>;
  /** Removes a backend. By then its probes must have failed, as real balancers require. */
  readonly remove: (backend: Backend) => void;
  readonly isReady: (backend: Backend) => boolean;
  /** The number of requests that each backend got, by its URL. */
  readonly passed: () => ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

const everyMs = 100;

/**
 * Starts one. Requests go to the ready backends in turn. A request that fails on its way is
 * answered with 502 and never retried.
 */
export const startBalancer = async (): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true });
  const ready = new Map<Backend, boolean>();
  const passed = new Map<string, number>();
  let turn = 0;
  const server = createServer((req, res) => {
    const backends = [...ready.keys()].filter((one) => ready.get(one));
    turn += 1;
    const backend = backends[turn % Math.max(1, backends.length)];
    if (backend === undefined) {
      res.writeHead(503).end();
      return;
    }
    passed.set(backend.url, (passed.get(backend.url) ?? 0) + 1);
    const { method, headers } = req;
    const onward = request(
      new URL(req.url ?? '', backend.url),
      { method, headers, agent },
      (got) => {
        res.writeHead(got.statusCode ?? 502, { 'content-type': got.headers['content-type'] ?? '' });
        got.pipe(res);
      },
    );
    onward.on('error', () => res.writeHead(502).end());
    req.pipe(onward);
  });
  const check = async (backend: Backend): Promise<void> => {
    const isReady = await fetch(`${backend.admin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready.has(backend)) ready.set(backend, isReady);
  };
  const timer = setInterval(() => {
    for (const backend of ready.keys()) void check(backend);
  }, everyMs);
  const url = await listen(server, 0, '127.0.0.1');
  return {
    url: `${url}/graphql`,
    add: async (backend) => {
      ready.set(backend, false);
      while (ready.get(backend) === false) await check(backend);
    },
    remove: (backend) => void ready.delete(backend),
    isReady: (backend) => ready.get(backend) === true,
    passed: () => passed,
    close: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
