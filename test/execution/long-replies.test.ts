import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'undici';
import { expect, test } from 'vitest';
import { UpstreamExchange } from '../../src/upstream/client/transport/upstream-exchange.ts';

/** The reply of a server, and the chunks in which it arrived. */
const exchangeWith = async (client: Client) => {
  const exchange = new UpstreamExchange({ maxBytes: 1e8, outlivesCaller: false });
  const chunks: { readonly chunk: Buffer; readonly size: number; readonly isAlone: boolean }[] = [];
  client.dispatch(
    { method: 'GET', path: '/' },
    {
      onRequestStart: (controller) => exchange.onRequestStart(controller),
      onResponseStart: (controller, status, headers) =>
        exchange.onResponseStart(controller, status, headers),
      onResponseData: (controller, chunk) => {
        const size = chunk.length;
        chunks.push({ chunk, size, isAlone: chunk.buffer.byteLength === size });
        exchange.onResponseData(controller, chunk);
      },
      onResponseEnd: () => exchange.onResponseEnd(),
      onResponseError: (controller, error) => exchange.onResponseError(controller, error),
    },
  );
  const { body } = await exchange.reply;
  // Memory is freed after the parser's turn.
  await new Promise(setImmediate);
  return { body, chunks };
};

const withServer = async (sent: Buffer, use: (client: Client) => Promise<void>): Promise<void> => {
  const server = createServer((_, response) => response.end(sent)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    await use(client);
  } finally {
    await client.close();
    server.close();
  }
};

test('the memory of a long reply is freed at once, and its bytes stay', async () => {
  const sent = Buffer.from(Array.from({ length: 2_000_000 }, (_, index) => (index * 7) % 251));
  await withServer(sent, async (client) => {
    let sharing = 0;
    for (let turn = 0; turn < 5; turn += 1) {
      const { body, chunks } = await exchangeWith(client);
      expect(body.equals(sent)).toBe(true);
      const alone = chunks.filter(({ isAlone }) => isAlone);
      expect(alone.length).toBeGreaterThan(3);
      expect(alone.map(({ chunk }) => chunk.length)).toEqual(alone.map(() => 0));
      // The first one includes the headers before it, in the same memory.
      const shared = chunks.filter(({ isAlone }) => !isAlone);
      expect(shared.map(({ chunk }) => chunk.length)).toEqual(shared.map(({ size }) => size));
      sharing += shared.length;
    }
    expect(sharing).toBeGreaterThan(0);
  });
});

test('a reply in one chunk is that chunk', async () => {
  const sent = Buffer.alloc(4000, 'x');
  await withServer(sent, async (client) => {
    const { body, chunks } = await exchangeWith(client);
    expect(body.equals(sent)).toBe(true);
    expect(chunks.map(({ chunk }) => chunk)).toEqual([body]);
  });
});
