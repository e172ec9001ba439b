import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { createEmulator } from '../../emulator/server.ts';
import { createGateway, openOwnGateway } from '../../src/index.ts';

/** The number of sockets of this process that listen. */
const servers = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

describe('a gateway in a program of its own', () => {
  test('is refused with the invalid variable', async () => {
    await expect(createGateway({ PORT: 'none' })).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(/^PORT must be /),
    });
  });

  test('leaves no server behind if it cannot start', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const before = servers();
    const { port } = other.address() as AddressInfo;
    const failed = createGateway({ PORT: String(port), LOG_LEVEL: 'silent' });
    await expect(failed).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect.poll(servers).toBe(before);
    other.close();
  });

  test('shares the standard error of the process with others', async () => {
    const listeners = process.listenerCount('exit');
    for (let count = 0; count < 2; count += 1) {
      const gateway = await createGateway({ PORT: '0', LOG_LEVEL: 'fatal' });
      await gateway.close();
    }
    expect(process.listenerCount('exit')).toBeLessThanOrEqual(listeners + 1);
  });

  test('listens nowhere if it serves the commands of its process', async () => {
    const emulator = await createEmulator();
    const { url, credentials } = emulator;
    const before = servers();
    const gateway = await openOwnGateway({
      ...{ ADS_API_URL: url, PORT: 'none', LOG_LEVEL: 'silent' },
      ADS_CONSUMER_KEY: credentials.consumerKey,
      ADS_CONSUMER_SECRET: credentials.consumerSecret,
      ADS_ACCESS_TOKEN: credentials.accessToken,
      ADS_ACCESS_TOKEN_SECRET: credentials.accessTokenSecret,
    });
    expect(servers()).toBe(before);
    const counts: number[] = [];
    const onCalls = (count: number) => void counts.push(count);
    const { fetch, key } = gateway;
    const ask = (own?: string) =>
      createClient({ url: gateway.url, fetch, key: own, onCalls }).query(
        '{ accounts(first: 1) { nodes { restId } } }',
      );
    const asked = await Promise.all([ask(key), ask(key), ask(key)]);
    expect(asked[0]).toEqual({ accounts: { nodes: [{ restId: expect.any(String) }] } });
    expect(counts.length).toBe(3);
    await expect(ask('x'.repeat(40))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const query = '{ accounts(first: 1) { nodes { restId ... @defer { name } } } }';
    const inParts = await fetch(gateway.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'multipart/mixed, application/json',
        'x-api-key': key,
      },
      body: JSON.stringify({ query }),
      signal: AbortSignal.timeout(10_000),
    });
    expect(inParts.headers.get('content-type')).toMatch(/^multipart\/mixed/);
    expect(await inParts.text()).toMatch(/"hasNext":true.*"hasNext":false/s);
    const ended = AbortSignal.abort(new Error('nobody waits'));
    const body = JSON.stringify({ query: '{ viewer { userId } }' });
    const cut = fetch(gateway.url, { method: 'POST', headers: {}, body, signal: ended });
    await expect(cut).rejects.toThrow('nobody waits');
    await gateway.close();
    await emulator.close();
  });
});
