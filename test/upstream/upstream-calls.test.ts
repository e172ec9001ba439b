import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import type { Ads } from '../../src/upstream/client/client.ts';
import { InputError, TransportError } from '../../src/upstream/client/errors.ts';
import type { Play, RawRequest, RawServer } from '../support/raw-server.ts';
import { rawAnswer, startRawServer } from '../support/raw-server.ts';
import { clientOf, endOf, scopeOf } from '../support/upstream.ts';

const healthy: Play = (socket, { method }) => {
  const body = method === 'GET' ? '{"data":[{"id":"k1"}]}' : '{"data":{"id":"k1"}}';
  socket.write(rawAnswer(200, body));
};
const refuse =
  (status: number, headers: Readonly<Record<string, string>> = {}): Play =>
  (socket) =>
    socket.write(rawAnswer(status, '{"errors":[{"code":"X","message":"x"}]}', headers));

const read = (ads: Ads) => ads.call(catalogue.listCampaigns, { account_id: 'a1' });
const write = (ads: Ads) =>
  ads.call(catalogue.updateCampaign, { account_id: 'a1', campaign_id: 'k1', name: 'n' });

/** Runs a test against a server and a client of its own. */
const against = async (
  play: Play,
  run: (client: ReturnType<typeof clientOf>, server: RawServer) => Promise<void>,
  options: Parameters<typeof clientOf>[1] = {},
): Promise<void> => {
  const server = await startRawServer(play);
  const client = clientOf(server.url, options);
  try {
    await run(client, server);
  } finally {
    await server.close();
    await client.close();
  }
};

const oauthOf = ({ headers }: RawRequest, name: string): string =>
  new RegExp(`oauth_${name}="([^"]*)"`).exec(headers['authorization'] ?? '')?.[1] ?? '';

/** An address where nobody listens. */
const deadUrl = async (): Promise<string> => {
  const server = await startRawServer(() => undefined);
  await server.close();
  return server.url;
};

describe('a call without a connection', () => {
  test.for([
    ['read', read],
    ['write', write],
  ] as const)('as a %s is tried three times and was never sent', async ([, call]) => {
    const client = clientOf(await deadUrl());
    const ads = client.forRequest(scopeOf());
    expect(await endOf(call(ads))).toBe('unsent UPSTREAM_UNAVAILABLE');
    expect(ads.calls[0]).toMatchObject({ tries: { length: 3 }, status: null });
    await client.close();
  });

  test.for([
    ['read', read],
    ['write', write],
  ] as const)('as a %s because TLS fails was never sent either', async ([, call]) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined).end('this is no TLS');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const client = clientOf(`https://127.0.0.1:${port}`);
    expect(await endOf(call(client.forRequest(scopeOf())))).toBe('unsent UPSTREAM_UNAVAILABLE');
    expect(connections).toBe(3);
    await client.close();
    server.close();
  });

  test('because nobody answers the handshake ends in time', async () => {
    const sockets: { destroy: () => void }[] = [];
    const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const timeouts = { connect: 150, call: 10_000, batch: 10_000 };
    const client = clientOf(`https://127.0.0.1:${port}`, { timeouts });
    expect(await endOf(write(client.forRequest(scopeOf())))).toBe('unsent UPSTREAM_UNAVAILABLE');
    expect(sockets.length).toBe(3);
    for (const socket of sockets) socket.destroy();
    await client.close();
    server.close();
  });
});

describe('connections', () => {
  test('are kept for reads, and one that went stale costs no retry', async () => {
    const play: Play = (socket, request, index) =>
      index === 1 ? socket.resetAndDestroy() : healthy(socket, request, index);
    await against(
      play,
      async (client, server) => {
        const ads = client.forRequest(scopeOf());
        await read(ads);
        await read(ads);
        expect(server.requests.map(({ connection }) => connection)).toEqual([0, 0, 1]);
        expect(server.requests[2]?.headers['connection']).toBe('close');
        expect(ads.calls.map(({ tries }) => tries.length)).toEqual([1, 2]);
      },
      { readRetries: 0, connections: 1 },
    );
  });

  test('are new ones for every write', async () => {
    await against(
      healthy,
      async (client, server) => {
        const ads = client.forRequest(scopeOf());
        await read(ads);
        await write(ads);
        await write(ads);
        await read(ads);
        expect(server.requests.map(({ connection }) => connection)).toEqual([0, 1, 2, 0]);
      },
      { connections: 2 },
    );
  });

  test('carry one request at a time, up to the allowed number', async () => {
    const waiting: (() => void)[] = [];
    const play: Play = (socket, request, index) => {
      waiting.push(() => healthy(socket, request, index));
      if (waiting.length === 3) for (const go of waiting.splice(0)) go();
    };
    await against(
      play,
      async (client, server) => {
        const ads = client.forRequest(scopeOf());
        await Promise.all(Array.from({ length: 9 }, () => read(ads)));
        expect(server.connections()).toBe(3);
      },
      { connections: 3 },
    );
  });

  test('are no longer used after an answer to the wrong request', async () => {
    const play: Play = (socket, request, index) =>
      index === 1
        ? socket.write(rawAnswer(200, '{"request":{"params":{"account_id":"zz"}},"data":[]}'))
        : healthy(socket, request, index);
    await against(
      play,
      async (client, server) => {
        const ads = client.forRequest(scopeOf());
        await read(ads);
        expect(await endOf(read(ads))).toBe('unknown UPSTREAM_BAD_RESPONSE');
        await read(ads);
        expect(server.requests.map(({ connection }) => connection)).toEqual([0, 0, 1]);
      },
      { connections: 1 },
    );
  });
});

describe('a signature', () => {
  test('is made anew for every attempt', async () => {
    const play: Play = (socket, request, index) =>
      (index < 2 ? refuse(503) : healthy)(socket, request, index);
    await against(play, async (client, { requests }) => {
      await read(client.forRequest(scopeOf()));
      expect(new Set(requests.map((request) => oauthOf(request, 'nonce'))).size).toBe(3);
      expect(new Set(requests.map((request) => oauthOf(request, 'signature'))).size).toBe(3);
    });
  });

  test('follows the clock of the API after a refusal has shown it', async () => {
    const ahead = 7_200_000;
    const date = () => new Date(Date.now() + ahead).toUTCString();
    const play: Play = (socket, request, index) => {
      const isLate = Number(oauthOf(request, 'timestamp')) < (Date.now() + ahead) / 1000 - 300;
      (isLate ? refuse(401, { date: date() }) : healthy)(socket, request, index);
    };
    await against(play, async (client, { requests }) => {
      const ads = client.forRequest(scopeOf());
      await Promise.all([read(ads), write(ads), read(ads)]);
      const before = requests.length;
      await write(ads);
      expect(requests.length).toBe(before + 1);
      expect(ads.calls.map(({ tries }) => tries.length)).toEqual([2, 2, 2, 1]);
    });
  });

  test('returns to our clock if another time did not help', async () => {
    const date = new Date(Date.now() + 7_200_000).toUTCString();
    const play: Play = (socket, request, index) =>
      (index < 2 ? refuse(401, { date }) : healthy)(socket, request, index);
    await against(play, async (client, { requests }) => {
      const ads = client.forRequest(scopeOf());
      expect(await endOf(read(ads))).toBe('refused UPSTREAM_AUTH_FAILED');
      await read(ads);
      const stamps = requests.map((request) => Number(oauthOf(request, 'timestamp')));
      expect((stamps[1] ?? 0) - (stamps[0] ?? 0)).toBeGreaterThan(7000);
      expect((stamps[2] ?? 0) - (stamps[0] ?? 0)).toBeLessThan(60);
    });
  });
});

describe('a call that is not made', () => {
  test('because nobody is signed in reports that', async () => {
    await against(healthy, async (client, { requests }) => {
      const ads = client.forRequest(scopeOf({ viewer: null }));
      const error = await read(ads).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect(error.code).toBe('UNAUTHENTICATED');
      expect(requests).toEqual([]);
      expect(ads.calls).toEqual([]);
    });
  });

  test('because its input is invalid names the place', async () => {
    await against(healthy, async (client, { requests }) => {
      const ads = client.forRequest(scopeOf());
      const input = { account_id: 'a1', campaign_ids: ['k1', 'k,2'] };
      const error = await ads.call(catalogue.listCampaigns, input).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect(error.code).toBe('BAD_USER_INPUT');
      expect(error.message).toBe('Campaigns: item 2 must be an id such as 18ce54d4x5t.');
      expect(error.inputPath).toEqual(['campaign_ids', 1]);
      expect(requests).toEqual([]);
    });
  });

  test('because there are too many is no retry of others', async () => {
    const play: Play = (socket, request, index) =>
      (index === 0 ? refuse(503) : healthy)(socket, request, index);
    await against(play, async (client, { requests }) => {
      const ads = client.forRequest(scopeOf({ maxCalls: 2 }));
      await read(ads);
      await read(ads);
      expect(await endOf(read(ads))).toBe('unsent UPSTREAM_CALL_LIMIT');
      expect(requests.length).toBe(3);
      expect(ads.calls.length).toBe(2);
    });
  });

  test('because the time of its request is over was not sent', async () => {
    await against(healthy, async (client, { requests }) => {
      const ads = client.forRequest(scopeOf({ deadline: performance.now() - 1 }));
      expect(await endOf(write(ads))).toBe('unsent OPERATION_TIMEOUT');
      expect(requests).toEqual([]);
    });
  });
});

describe('a call that times out', () => {
  test('while it waits for a connection was not sent', async () => {
    const play: Play = (socket, request, index) =>
      index === 0 ? undefined : healthy(socket, request, index);
    const options = { connections: 1, timeouts: { connect: 5000, call: 1500, batch: 1500 } };
    await against(
      play,
      async (client, { requests }) => {
        const ads = client.forRequest(scopeOf());
        // The second gives up first, so that no connection is free for it before.
        const hasty = client.forRequest(scopeOf({ deadline: performance.now() + 700 }));
        const ends = await Promise.all([write(ads), write(hasty)].map(endOf));
        expect(ends).toEqual(['unknown UPSTREAM_TIMEOUT', 'unsent UPSTREAM_TIMEOUT']);
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        expect(requests.length).toBe(1);
      },
      options,
    );
  });

  test('with its request ends with it', async () => {
    await against(
      () => undefined,
      async (client) => {
        const ads = client.forRequest(scopeOf({ deadline: performance.now() + 200 }));
        expect(await endOf(read(ads))).toBe('unknown UPSTREAM_TIMEOUT');
      },
    );
  });

  test('has more time for a batch', async () => {
    const play: Play = (socket, request, index) => {
      setTimeout(() => healthy(socket, request, index), 400);
    };
    const options = { timeouts: { connect: 1000, call: 200, batch: 5000 } };
    await against(
      play,
      async (client) => {
        const ads = client.forRequest(scopeOf());
        const operations = [{ operation_type: 'Delete' as const, params: { campaign_id: 'k1' } }];
        const batch = ads.call(catalogue.batchCampaigns, { account_id: 'a1', operations });
        expect(await endOf(batch)).toBe('answered');
        expect(await endOf(read(ads))).toBe('unknown UPSTREAM_TIMEOUT');
      },
      options,
    );
  });
});

describe('if the caller leaves', () => {
  /** A server that answers only on command. */
  const held = () => {
    const asked = Promise.withResolvers<() => void>();
    const play: Play = (socket, request, index) =>
      asked.resolve(() => healthy(socket, request, index));
    return { asked: asked.promise, play };
  };

  test('a read is cancelled', async () => {
    const { asked, play } = held();
    await against(play, async (client) => {
      const leaving = new AbortController();
      const end = endOf(read(client.forRequest(scopeOf({ signal: leaving.signal }))));
      await asked;
      leaving.abort();
      expect(await end).toBe('unknown OPERATION_TIMEOUT');
    });
  });

  test('a write that was sent continues', async () => {
    const { asked, play } = held();
    await against(play, async (client) => {
      const leaving = new AbortController();
      const end = endOf(write(client.forRequest(scopeOf({ signal: leaving.signal }))));
      const answer = await asked;
      leaving.abort();
      answer();
      expect(await end).toBe('answered');
    });
  });

  test('a write that still waits for a connection is not sent', async () => {
    const asked = Promise.withResolvers<() => void>();
    const play: Play = (socket, request, index) => {
      if (index === 0) asked.resolve(() => healthy(socket, request, index));
      else healthy(socket, request, index);
    };
    const rename = (ads: Ads, name: string) =>
      ads.call(catalogue.updateCampaign, { account_id: 'a1', campaign_id: 'k1', name });
    await against(
      play,
      async (client, { requests }) => {
        const leaving = new AbortController();
        const ads = client.forRequest(scopeOf({ signal: leaving.signal }));
        const ends = [endOf(rename(ads, 'one')), endOf(rename(ads, 'two'))];
        const answer = await asked.promise;
        leaving.abort();
        answer();
        expect(await Promise.all(ends)).toEqual(['answered', 'unsent OPERATION_TIMEOUT']);
        await rename(client.forRequest(scopeOf()), 'three');
        expect(requests.map(({ body }) => body)).toEqual(['name=one', 'name=three']);
      },
      { connections: 1 },
    );
  });

  test('nothing more is sent', async () => {
    await against(healthy, async (client, { requests }) => {
      const ads = client.forRequest(scopeOf({ signal: AbortSignal.abort() }));
      const ends = await Promise.all([read(ads), write(ads)].map(endOf));
      expect(ends).toEqual(['unsent OPERATION_TIMEOUT', 'unsent OPERATION_TIMEOUT']);
      expect(requests).toEqual([]);
    });
  });

  test('no retry follows a refusal', async () => {
    const leaving = new AbortController();
    const play: Play = (socket, request, index) => {
      refuse(423)(socket, request, index);
      setTimeout(() => leaving.abort(), 50);
    };
    await against(play, async (client, { requests }) => {
      const ads = client.forRequest(scopeOf({ signal: leaving.signal }));
      expect(await endOf(write(ads))).toBe('refused CONFLICT');
      expect(requests.length).toBe(1);
    });
  });
});

describe('retries', () => {
  test('are limited to a share of all first attempts', async () => {
    // Failures stay below half of all calls, so that the breaker lets every call through.
    const play: Play = (socket, request, index) =>
      (request.target.includes('/bad/') ? refuse(503) : healthy)(socket, request, index);
    await against(
      play,
      async (client, { requests }) => {
        const ads = client.forRequest(scopeOf({ maxCalls: 1000 }));
        const ends = await Promise.all(
          Array.from({ length: 800 }, (_, index) => {
            const account_id = index % 4 === 0 ? 'bad' : 'good';
            return endOf(ads.call(catalogue.listCampaigns, { account_id }));
          }),
        );
        expect(new Set(ends)).toEqual(new Set(['unknown UPSTREAM_UNAVAILABLE', 'answered']));
        // A tenth of 800, the allowance of 20, and one for each second that passed.
        const retries = requests.length - 800;
        expect(retries).toBeGreaterThanOrEqual(90);
        expect(retries).toBeLessThan(130);
      },
      { retryRatio: 0.1, connections: 20 },
    );
  });

  test('do not happen if none are allowed', async () => {
    await against(
      refuse(503),
      async (client, { requests }) => {
        expect(await endOf(read(client.forRequest(scopeOf())))).toBe(
          'unknown UPSTREAM_UNAVAILABLE',
        );
        expect(requests.length).toBe(1);
      },
      { readRetries: 0 },
    );
  });
});

describe('the record of a call', () => {
  test('has the details of the request, without its parameters', async () => {
    await against(healthy, async (client, { requests }) => {
      const ads = client.forRequest(scopeOf());
      await ads.call(catalogue.listCampaigns, {
        account_id: 'A1',
        campaign_ids: ['K1', 'k2'],
        q: 'secret & more',
        with_deleted: false,
      });
      expect(ads.calls).toEqual([
        {
          endpoint: 'listCampaigns',
          method: 'GET',
          path: '/12/accounts/a1/campaigns',
          host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
          transaction: null,
          failure: null,
          reason: null,
          status: 200,
          durationMs: expect.any(Number),
          tries: [
            {
              startMs: expect.any(Number),
              durationMs: expect.any(Number),
              status: 200,
              waitMs: expect.any(Number),
            },
          ],
          ids: 2,
          startMs: expect.any(Number),
          round: 1,
          field: null,
          sharers: null,
          outcome: null,
          notices: [],
          requestStartedAt: expect.any(Number),
          onChange: null,
        },
      ]);
      expect(requests[0]?.target).toBe(
        '/12/accounts/a1/campaigns?campaign_ids=k1%2Ck2&q=secret%20%26%20more&with_deleted=false',
      );
      expect(requests[0]?.headers['accept-encoding']).toBe('identity');
      expect(requests[0]?.body).toBe('');
    });
  });

  test('is ordered by start and counts a batch by its operations', async () => {
    await against(healthy, async (client, { requests }) => {
      const ads = client.forRequest(scopeOf());
      const operations = ['k1', 'k2', 'k3'].map((campaign_id) => ({
        operation_type: 'Delete' as const,
        params: { campaign_id },
      }));
      const batch = ads.call(catalogue.batchCampaigns, { account_id: 'a1', operations });
      await Promise.all([batch, read(ads), write(ads)]);
      expect(ads.calls.map(({ endpoint, ids }) => [endpoint, ids])).toEqual([
        ['batchCampaigns', 3],
        ['listCampaigns', 0],
        ['updateCampaign', 0],
      ]);
      const form = requests.find(({ method }) => method === 'PUT');
      expect(form?.headers['content-type']).toBe('application/x-www-form-urlencoded');
      expect(form?.body).toBe('name=n');
      const json = requests.find(({ method }) => method === 'POST');
      expect(json?.headers['content-type']).toBe('application/json');
    });
  });

  test('exists for a call that failed', async () => {
    const ads = clientOf(await deadUrl(), { readRetries: 0 }).forRequest(scopeOf());
    await expect(read(ads)).rejects.toBeInstanceOf(TransportError);
    expect(ads.calls[0]).toMatchObject({ status: null, tries: { length: 1 } });
  });
});

test('an address with a path prefix is signed and used with it', async () => {
  const server = await startRawServer(healthy);
  const client = clientOf(`${server.url}/proxy/`);
  await read(client.forRequest(scopeOf()));
  expect(server.requests[0]?.target).toBe('/proxy/12/accounts/a1/campaigns');
  await client.close();
  await server.close();
});
