import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../src/http/door/acceptors.ts';

/**
 * The fate of a request: it is lost, its response is lost, its response breaks off after some
 * parts, or a proxy answers in place of the gateway.
 */
export type Mishap = 'lost' | 'response lost' | 'proxy' | { readonly partsBefore: number };

/** A bad connection to a gateway. */
export interface RoughRoad {
  readonly url: string;
  /** Sets the fates of the next requests, in turn; others pass. */
  readonly meet: (...mishaps: readonly Mishap[]) => void;
  /** The bodies that arrived since the last call. */
  readonly seen: () => readonly SentBody[];
  readonly close: () => Promise<void>;
}

interface SentBody {
  readonly query?: string;
  readonly extensions?: object;
  readonly variables: { readonly input?: { readonly idempotencyKey?: string } };
}

/** Starts one in front of a gateway. */
export const startRoughRoad = async (to: () => string): Promise<RoughRoad> => {
  let ahead: Mishap[] = [];
  let bodies: SentBody[] = [];
  const server = createServer(async (req, res) => {
    const body = await text(req);
    bodies.push(JSON.parse(body));
    const mishap = ahead.shift();
    if (mishap === 'lost') return void req.socket.destroy();
    if (mishap === 'proxy') return void res.writeHead(502).end('<h1>Bad gateway</h1>');
    const { accept = '', authorization } = req.headers;
    const headers = { 'content-type': 'application/json', accept };
    const response = await fetch(to(), {
      method: 'POST',
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
      body,
    });
    if (mishap === 'response lost') {
      await response.text();
      return void req.socket.destroy();
    }
    res.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? '' });
    let left = mishap?.partsBefore ?? Number.POSITIVE_INFINITY;
    for await (const chunk of response.body ?? []) {
      if (left <= 0) return void req.socket.destroy();
      res.write(chunk);
      left -= 1;
    }
    return void res.end();
  });
  const url = await listen(server, 0, '127.0.0.1');
  return {
    url: `${url}/graphql`,
    meet: (...mishaps) => {
      ahead = [...mishaps];
    },
    seen: () => {
      const seen = bodies;
      bodies = [];
      return seen;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
