import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Running } from '../support/gateway.ts';
import { startGateway, useGateway } from '../support/gateway.ts';
import { begin, decide, newVisitor } from '../support/visitor.ts';

const app = 'https://app.example';
const running = useGateway({ env: { ALLOWED_ORIGINS: `${app},http://localhost:5173` } });

/** The address at which a browser ends that signs in with this `returnTo`. */
const endOf = async (returnTo: string, place: Pick<Running, 'url' | 'emulator'> = running) => {
  const visitor = newVisitor();
  const query = `?${new URLSearchParams({ returnTo })}`;
  const callback = await decide(place, visitor, await begin(place, visitor, query));
  const { status, headers } = await visitor.go(callback);
  expect(status).toBe(302);
  expect(visitor.cookies.has('ads_graph_session')).toBe(true);
  return { callback, end: headers.get('location') };
};

describe('a sign-in ends', () => {
  test.each([
    `${app}/`,
    `${app}/accounts/18ce54bik3s?tab=budgets#top`,
    'http://localhost:5173/campaigns',
  ])('where it began, on the allowed origin: %s', async (address) => {
    expect((await endOf(address)).end).toBe(address);
  });

  test('at the start of that origin if the address has no path', async () => {
    expect((await endOf(app)).end).toBe(`${app}/`);
  });

  test.each([
    'https://evil.example/',
    'https://app.example.evil.test/',
    'https://app.example:444/',
    'http://app.example/',
    'https://app.example@evil.example/',
    'https://user:password@app.example/',
    'https:app.example.evil.test',
    '//app.example/',
    '/\\app.example/',
    'javascript:alert(1)//https://app.example/',
    'https://app.example/\u0009',
    `${app}/${'x'.repeat(2048)}`,
  ])('at the gateway instead of %s', async (address) => {
    expect((await endOf(address)).end).toBe('/');
  });
});

describe('behind the proxy of a development server', () => {
  let proxy: Server;
  let gateway: Running;
  let front = '';

  beforeAll(async () => {
    proxy = createServer((req, res) => {
      const { method = 'GET', url = '', headers } = req;
      const onward = request(new URL(url, gateway.url), { method, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      });
      req.pipe(onward);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    front = `http://localhost:${(proxy.address() as AddressInfo).port}`;
    gateway = await startGateway({ env: { PUBLIC_URL: front } });
  });
  afterAll(async () => {
    proxy.close();
    await gateway.close();
  });

  test('PUBLIC_URL of the proxy takes the whole sign-in through it, and ends it there', async () => {
    const place = { url: `${front}/graphql`, emulator: gateway.emulator };
    const { callback, end } = await endOf('/campaigns?tab=2', place);
    expect(callback.startsWith(`${front}/auth/callback?`)).toBe(true);
    expect(end).toBe('/campaigns?tab=2');
  });
});
