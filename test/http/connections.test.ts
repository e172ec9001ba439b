import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import type { Ads, ClientOptions } from '../../src/upstream/client/client.ts';
import { quickTime } from '../support/quick-time.ts';
import type { Play, RawServer } from '../support/raw-server.ts';
import { rawAnswer, startRawServer } from '../support/raw-server.ts';
import { clientOf, endOf, scopeOf } from '../support/upstream.ts';

const row = { id: 'k1', name: 'n' };
const bodyFor = (method: string, account = 'a1'): string =>
  JSON.stringify({
    request: { params: { account_id: account } },
    data: method === 'GET' ? [row] : row,
  });
const healthy: Play = (socket, { method }) => socket.write(rawAnswer(200, bodyFor(method)));
const refuse =
  (status: number, headers: Readonly<Record<string, string>> = {}): Play =>
  (socket) =>
    socket.write(rawAnswer(status, '{"errors":[{"code":"X","message":"x"}]}', headers));

const read = (ads: Ads) => ads.call(catalogue.listCampaigns, { account_id: 'a1' });
const write = (ads: Ads) =>
  ads.call(catalogue.updateCampaign, { account_id: 'a1', campaign_id: 'k1', name: 'n' });

const against = async (
  play: Play,
  work: (ads: Ads, server: RawServer) => Promise<void>,
  options: Partial<ClientOptions> = {},
): Promise<void> => {
  const server = await startRawServer(play);
  const client = clientOf(server.url, options);
  try {
    await work(client.forRequest(scopeOf({ maxCalls: 1000 })), server);
  } finally {
    await client.close();
    await server.close();
  }
};

/** The sockets that this process has opened, and the most that were open at a time. */
const opened = new Set<Socket>();
let mostOpen = 0;
const note = (message: unknown): void => {
  opened.add((message as { readonly socket: Socket }).socket);
  mostOpen = Math.max(mostOpen, [...opened].filter(({ destroyed }) => !destroyed).length);
};
beforeAll(() => subscribe('net.client.socket', note));
afterAll(() => unsubscribe('net.client.socket', note));
beforeEach(() => {
  opened.clear();
  mostOpen = 0;
});

describe('connections', () => {
  test.each([1, 3])(
    'are never more than %i, for reads and writes together',
    async (connections) => {
      const play: Play = (socket, request, index) => {
        setTimeout(() => {
          if (request.headers['connection'] === 'close')
            socket.end(rawAnswer(200, bodyFor(request.method)));
          else healthy(socket, request, index);
        }, 1);
      };
      await against(
        play,
        async (ads) => {
          for (let round = 0; round < 5; round += 1) {
            const work = Array.from({ length: 24 }, (_, index) =>
              endOf(index % 3 === round % 3 ? write(ads) : read(ads)),
            );
            expect(new Set(await Promise.all(work))).toEqual(new Set(['answered']));
            // Connections that are idle now make room for the next request.
            expect(await endOf(write(ads))).toBe('answered');
          }
          expect(mostOpen).toBe(connections);
        },
        { connections },
      );
    },
  );

  test('are not more even if one after another delivers the answer to another request', async () => {
    const play: Play = (socket, { method }, index) =>
      socket.write(rawAnswer(200, bodyFor(method, index % 2 === 0 ? 'a2' : 'a1')));
    await against(
      play,
      async (ads, server) => {
        for (let round = 0; round < 5; round += 1) {
          await Promise.all(Array.from({ length: 9 }, () => endOf(read(ads))));
        }
        expect(mostOpen).toBeLessThanOrEqual(2);
        expect(server.connections()).toBeGreaterThan(5);
      },
      { connections: 2 },
    );
  });
});

const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
const answerTo = (method: string): Buffer => rawAnswer(200, bodyFor(method));
const slowly = async (write: (byte: Buffer) => void, bytes: Buffer): Promise<void> => {
  for (const byte of bytes) {
    write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('100 Continue before an answer', () => {
  test.each<readonly [string, Play]>([
    [
      'with it',
      (socket, { method }) => socket.write(Buffer.concat([Buffer.from(interim), answerTo(method)])),
    ],
    [
      'before it, with a header',
      (socket, { method }) => {
        socket.write('HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n');
        setTimeout(() => socket.write(answerTo(method)), 20);
      },
    ],
    [
      'byte by byte',
      (socket, { method }) =>
        void slowly(
          (byte) => socket.write(byte),
          Buffer.concat([Buffer.from(interim), answerTo(method)]),
        ),
    ],
    [
      'eight times',
      (socket, { method }) =>
        socket.write(Buffer.concat([Buffer.from(interim.repeat(8)), answerTo(method)])),
    ],
  ])('%s is no fault', async (_how, play) => {
    await against(play, async (ads, { requests }) => {
      expect(await endOf(read(ads))).toBe('answered');
      expect(await endOf(read(ads))).toBe('answered');
      expect(await endOf(write(ads))).toBe('answered');
      expect(requests).toHaveLength(3);
    });
  });

  test('is a fault if it never ends', async () => {
    const play: Play = (socket) => socket.write(interim.repeat(1000));
    await against(play, async (ads) => {
      expect(await endOf(write(ads))).toMatch(/^unknown UPSTREAM/);
    });
  });

  test('is data inside a row', async () => {
    const text = JSON.stringify({ data: [{ id: 'k1', name: 'HTTP/1.1 100 Continue' }] });
    const at = text.indexOf('HTTP/1.1');
    const play: Play = (socket) => {
      const answer = rawAnswer(200, text);
      const cut = answer.length - text.length + at;
      socket.write(answer.subarray(0, cut));
      setTimeout(() => socket.write(answer.subarray(cut)), 20);
    };
    await against(play, async (ads) => {
      expect((await read(ads)).rows).toMatchObject([{ name: 'HTTP/1.1 100 Continue' }]);
    });
  });
});

describe('a read is attempted', () => {
  const time = quickTime();
  const soon = () => ({ 'x-account-rate-limit-reset': String(Math.ceil(time.now() / 1000) + 1) });

  test('three times, whatever the reasons', async () => {
    const play: Play = (socket, request, index) =>
      (index === 0 ? refuse(429, soon()) : refuse(503))(socket, request, index);
    await against(
      play,
      async (ads, { requests }) => {
        expect(await endOf(read(ads))).toBe('unknown UPSTREAM_UNAVAILABLE');
        expect(requests).toHaveLength(3);
      },
      time,
    );
  });

  test('once more if the connection had gone stale', async () => {
    const play: Play = (socket, request, index) => {
      if (index === 0) healthy(socket, request, index);
      else if (index === 1) socket.resetAndDestroy();
      else refuse(503)(socket, request, index);
    };
    await against(play, async (ads, { requests }) => {
      expect(await endOf(read(ads))).toBe('answered');
      expect(await endOf(read(ads))).toBe('unknown UPSTREAM_UNAVAILABLE');
      expect(requests).toHaveLength(1 + 1 + 3);
    });
  });
});
